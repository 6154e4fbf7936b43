/** `npm start`: everything in one process, with a database of its own unless DATABASE_URL names one. */
import { startApi } from './api.ts'
import { banner } from './banner.ts'
import { loadConfig, startedByNpm } from './config.ts'
import { lockDataFolder } from './data-folder.ts'
import { liveTransportNames } from './email-transports.ts'
import { choosePort } from './http/serve.ts'
import { type Logger, openLog } from './log.ts'
import { type Database, openDatabase } from './postgres/database.ts'
import { startEmbeddedPostgres } from './postgres/embedded/server.ts'
import { checkDatabase, ensureKeys, migrateAll } from './prepare.ts'
import { readRememberedKeys, rememberKeys } from './remembered-keys.ts'
import { runService } from './run.ts'
import type { Config } from './settings.ts'
import { readCarrierPlan } from './sms-carriers.ts'
import { startWorkers } from './worker.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const startOwnPostgres = (config: Config, log: Logger) =>
  startEmbeddedPostgres({
    dataDir: config.dataDir,
    onPreparing: () => say('First start: preparing the database …'),
    onLost: exit => log.error({ exit }, 'the embedded PostgreSQL ended and is being started again'),
  })

/** A migration may take its time. */
async function prepare(config: Config, url: string): Promise<void> {
  await using database = openDatabase({ url, queryTimeoutMs: 0 })
  await checkDatabase(config, database)
  await migrateAll(database)
}

/** Generated keys go into the data folder; those that the settings fix are not written down again. */
async function showableKeys(config: Config, database: Database) {
  const remembered = readRememberedKeys(config.dataDir)
  const keys = await ensureKeys(config, database, remembered)
  const generated = { ...(!config.liveKey && { live: keys.live }), ...(!config.testKey && { test: keys.test }) }
  if (Object.keys(generated).length > 0) rememberKeys(config.dataDir, { ...remembered, ...generated })
  return keys
}

/** API and worker both take their time to finish what they hold; one after the other it would be too long. */
function stoppedTogether() {
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

await runService(
  async () => {
    const config = loadConfig()
    const log = openLog(config.logLevel)
    await using opened = new AsyncDisposableStack()
    opened.use(lockDataFolder(config.dataDir))
    await choosePort(config)

    const url = config.databaseUrl ?? opened.use(await startOwnPostgres(config, log)).url
    await prepare(config, url)
    const database = opened.use(openDatabase({ url, onError: err => log.warn({ err }, 'database connection lost') }))
    const keys = await showableKeys(config, database)
    const services = opened.use(stoppedTogether())
    const worker = services.add(await startWorkers(config, database, log, 7_000))
    const api = services.add(await startApi(config, database, log, worker))
    const transports = liveTransportNames(config)
    const carriers = readCarrierPlan(config).carriers.map(one => one.name)
    const { url: apiUrl, setUpUrl } = api
    const { dataDir } = config
    say(banner({ url: apiUrl, setUpUrl, dataDir, embedded: !config.databaseUrl, keys, transports, carriers }))
    const kept = opened.move()
    return { failed: worker.failed, [Symbol.asyncDispose]: () => kept.disposeAsync() }
  },
  { startedByNpm: startedByNpm() },
)
