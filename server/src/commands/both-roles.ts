/** The API and the worker, in one process or with workers in processes of their own, on a running database. */
import type { Mode } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { openForeignText } from '#foreign-text/open.ts'
import { openMetrics } from '#http/registry.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import { hasOneOrganization } from '#resources/account/organizations/sole.ts'
import { databaseOptions } from '#setup/connections.ts'
import { urlPastPooler } from '#setup/database-address.ts'
import { liveTransportNames } from '#setup/email/email-transports.ts'
import type { Logger } from '#setup/log.ts'
import { reachableBy } from '#setup/reachable.ts'
import { keysFile, readRememberedKeys, rememberKeys } from '#setup/remembered-keys.ts'
import { keepRunningAddress } from '#setup/running-address.ts'
import { openSendingOf } from '#setup/sending/open.ts'
import { issueSetUpUrl, keepSetUpUrl, setUpFile } from '#setup/set-up-link.ts'
import { type Config, settings } from '#setup/settings.ts'
import { readCarrierPlan } from '#setup/sms/sms-carriers.ts'
import { stopTimes } from '#setup/stop-times.ts'
import { startApi } from './api.ts'
import { type BannerFacts, type BannerKey, banner } from './banner.ts'
import { checkDirectAddress } from './direct-address.ts'
import { checkDatabase, ensureKeys, findDatabase, findForMigrating, migrateAll } from './prepare.ts'
import { checkReadReplica, replicaOptions } from './read-replica.ts'
import { openRoleTracer } from './role-tracer.ts'
import type { Service } from './run.ts'
import { startWorkers } from './worker.ts'
import type { WorkerProcesses } from './worker-process/start.ts'

/** Without a query timeout: a migration may take long. */
async function prepare(config: Config, url: string): Promise<void> {
  await using database = openDatabase({ ...(await findForMigrating(config, url, '`start`')), queryTimeoutMs: 0 })
  await checkDatabase(config, database)
  await migrateAll(database)
}

/** Stores generated keys in the data folder, but not those fixed by the settings. */
async function prepareKeys(config: Config, database: Database): Promise<BannerFacts['keys']> {
  const remembered = readRememberedKeys(config.dataDir)
  const keys = await ensureKeys(config, database, remembered)
  const generated = {
    ...(!config.liveKey && keys.live && { live: keys.live }),
    ...(!config.testKey && keys.test && { test: keys.test }),
  }
  if (Object.keys(generated).length > 0) rememberKeys(config.dataDir, { ...remembered, ...generated })
  const shown = (mode: Mode): BannerKey => {
    if (config[`${mode}Key`]) return { kind: 'set', by: settings[`${mode}Key`].name }
    const key = keys[mode]
    if (key === null) return { kind: 'elsewhere' }
    return key === remembered[mode] ? { kind: 'kept' } : { kind: 'new', key }
  }
  return { live: shown('live'), test: shown('test') }
}

/** Stops API and worker at the same time: one after the other would take too long. */
function stopTogether() {
  const services: AsyncDisposable[] = []
  return {
    add<T extends AsyncDisposable>(service: T): T {
      services.push(service)
      return service
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(services.map(service => service[Symbol.asyncDispose]()))
    },
  }
}

export type BothRoles = Omit<Service, typeof Symbol.asyncDispose> & { readonly banner: string }

/** Everything opened here is closed with `opened`. `processes`: the worker processes; without them, the worker is in this process. */
export async function startBoth(
  config: Config,
  url: string,
  log: Logger,
  opened: AsyncDisposableStack,
  processes: WorkerProcesses | undefined,
): Promise<BothRoles> {
  await prepare(config, urlPastPooler(config) ?? url)
  const role = processes ? 'api' : 'start'
  const address = await findDatabase(config, url)
  const database = opened.use(
    openDatabase({
      ...databaseOptions(role, config.databaseConnections),
      ...address,
      ...replicaOptions(config, log),
      onError: err => log.warn({ err }, 'database connection lost'),
    }),
  )
  await checkDirectAddress(config, database)
  await checkReadReplica(config, database, log)
  const keys = await prepareKeys(config, database)
  const text = opened.use(openForeignText(log))
  const tracer = opened.use(await openRoleTracer(config, 'start', log))
  const services = opened.use(stopTogether())
  const { allMs: stopWithinMs, workMs } = stopTimes('start', config)
  const reachable = reachableBy(config, database.db, config.host)
  const metrics = openMetrics()
  const sending = opened.use(await openSendingOf(config, database, log))
  const shared = { reachable, metrics, tracer, sending }
  const worker = services.add(processes ?? (await startWorkers(config, database, log, text, workMs, shared)))
  const begun = processes?.begin(url)
  // Awaited below: an API that cannot start is told first.
  begun?.catch(() => {})
  const api = services.add(await startApi(config, database, log, text, { ...shared, role, worker }))
  await begun
  const transports = liveTransportNames(sending.now())
  const carriers = readCarrierPlan(sending.now()).carriers.map(one => one.name)
  const { dataDir } = config
  // After a crash, a backlog may use every connection for a while.
  const [setUpUrl, isAlone, webhooksReach] = await throughOutages(() =>
    Promise.all([issueSetUpUrl(database, systemClock, api.url), hasOneOrganization(database.db), reachable.webhooks()]),
  )
  keepSetUpUrl(dataDir, setUpUrl)
  if (!config.databaseUrl) opened.use(keepRunningAddress(dataDir, { ...config, port: api.port }))
  return {
    ...('failed' in worker && { failed: worker.failed }),
    stopWithinMs,
    banner: banner({
      ...{ url: api.url, submissionUrls: api.submissionUrls, dataDir, embedded: !config.databaseUrl },
      ...{ transports, carriers, keys, keysFile: keysFile(dataDir), setUpUrl, setUpFile: setUpFile(dataDir) },
      isTerminal: process.stdout.isTTY,
      verifiedOnly: config.senderDomains === null && !isAlone,
      reachesOwnMachine: config.webhookAddresses === null && webhooksReach === 'loopback',
    }),
  }
}
