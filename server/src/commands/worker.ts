/** `npm run worker`: only the worker, on DATABASE_URL. Any number of workers share the work. */
import { systemClock } from '#core/clock.ts'
import { openSealer, type Sealer } from '#core/seal.ts'
import type { Tracer } from '#core/tracing.ts'
import { type Engine, startEngine } from '#engine/engine.ts'
import { jobChannel } from '#engine/job-channel.ts'
import { makeScheduled } from '#engine/schedule.ts'
import { type ForeignText, openForeignText } from '#foreign-text/open.ts'
import { openHealthPort } from '#http/health/health-port.ts'
import { type Metrics, openMetrics } from '#http/registry.ts'
import type { Database } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { listeningUrl } from '#postgres/pooling/address.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { sendingWays } from '#resources/account/sending-plan/change.ts'
import { unsubscribeByMail } from '#resources/audience/unsubscribe/preferences.ts'
import { domainReportTaker } from '#resources/messages/domain-reports/take.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { lockedDomains } from '#resources/messages/domains/locked.ts'
import { policyStore } from '#resources/messages/emails/deliver/sts-policy-store.ts'
import { type SystemSender, systemMailer } from '#resources/messages/emails/system-mail.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import { reportTaker } from '#resources/messages/returns/take.ts'
import { templateRenderer } from '#resources/messages/templates/renderer.ts'
import { openBodies } from '#setup/bodies.ts'
import { loadConfig, startedByNpm } from '#setup/config.ts'
import { emailsAreCharged, liveTransportNames, liveTransports, sendsMail } from '#setup/email/email-transports.ts'
import { openInboundMail } from '#setup/email/inbound-mail.ts'
import { linkCheck } from '#setup/email/link-check.ts'
import { senderCheck } from '#setup/email/sender-check.ts'
import type { Logger } from '#setup/log.ts'
import { databaseMetrics } from '#setup/metrics/database-metrics.ts'
import { queueMetrics } from '#setup/metrics/queue-metrics.ts'
import { workMetrics } from '#setup/metrics/work-metrics.ts'
import { publicUrlOf } from '#setup/public-url.ts'
import { type Reachable, reachableBy } from '#setup/reachable.ts'
import type { CurrentSending } from '#setup/sending/current.ts'
import { followTransports } from '#setup/sending/live-transports.ts'
import { openSendingOf } from '#setup/sending/open.ts'
import { type Config, settings } from '#setup/settings.ts'
import { stopTimes } from '#setup/stop-times.ts'
import type { EmailTransport } from '#transports/transport.ts'
import { openPosterByRule } from '#transports/webhook/by-rule.ts'
import { retryOnTimeout } from './prepare.ts'
import { runRole } from './role.ts'
import { openRoleTracer } from './role-tracer.ts'
import { openChannels } from './worker-channels.ts'
import { workerHealth } from './worker-health.ts'
import { jobTasks, schedules } from './worker-jobs.ts'
import { startTickers } from './worker-tickers.ts'

/** Shared with an API in the same process. */
type WorkerNeighbours = {
  reachable?: Reachable
  metrics?: Metrics
  tracer?: Tracer | undefined
  sending?: CurrentSending
}

export async function startWorkers(
  config: Config,
  database: Database,
  log: Logger,
  text: ForeignText,
  stopWithinMs: number,
  {
    reachable = reachableBy(config, database.db, null),
    metrics = openMetrics(),
    tracer,
    sending: shared,
  }: WorkerNeighbours = {},
): Promise<Engine> {
  await using opened = new AsyncDisposableStack()
  const { db } = database
  const clock = systemClock
  const sending = shared ?? opened.use(await openSendingOf(config, database, log))
  const transportParts = { mailHosts: reachable.mailHosts, policyStore: policyStore(db) }
  const live = opened.use(followTransports(sending, log, plan => liveTransports(plan, transportParts)))
  const secret = await retryOnTimeout(() => readInstanceSecret(db))
  const sealer = openSealer(config.encryptionKey, secret)
  warnOfSettings(config, database, sending, log)
  await warnOfLockedDomains(database, sealer, log)
  const bodies = await retryOnTimeout(() => openBodies(config, db, log))
  await openReturnedMail(opened, { config, database, secret, log, text })
  // Opened before the channels: its connections are closed after their attempts on the wire have ended.
  const poster = opened.use(openPosterByRule(reachable.webhooks))
  const card = { ...readRateCard(config.rateCard), emailsAreCharged: () => emailsAreCharged(sending.now()) }
  const counts = workMetrics(metrics)
  const publicUrl = publicUrlOf(config)
  const preparing = {
    db,
    checkSender: senderCheck(config, db),
    links: linkCheck(sending.now, publicUrl, db),
    renderTemplates: templateRenderer(db, text.templateText),
    keepOutside: bodies.keep,
  }
  const parts = { config, database, clock, log, tracer, secret, sealer, bodies, poster, stopWithinMs: stopWithinMs / 2 }
  const sendSystemMail = systemMailer(text.mail.compose, () => systemSender(sending.now(), live.list))
  await retryOnTimeout(() => database.transaction(tx => makeScheduled(tx, schedules, clock())))
  const channels = [
    ...(await openChannels(opened, { ...parts, text, card, preparing, sending, live, counts })),
    jobChannel({ ...parts, schedules, tasks: jobTasks({ ...parts, sendSystemMail }) }),
  ]
  const heard = (what: string) => {
    // A missed notification is made up for by the poll every two seconds.
    if (what === sendingWays) void sending.refresh().catch(() => {})
  }
  const engine = opened.use(await startEngine({ database, log, channels, taken: counts.taken, heard }))
  startTickers(opened, { ...preparing, database, clock, log, card, key: tokenKey(secret), publicUrl })
  const kept = opened.move()
  return {
    isWorking: engine.isWorking,
    failed: engine.failed,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

function warnOfSettings(config: Config, { address }: Database, sending: CurrentSending, log: Logger): void {
  const isInProduction = config.databaseUrl !== null || config.publicUrl !== null
  if (isInProduction && liveTransportNames(sending.now()).includes('capture'))
    log.warn(
      'live email is captured, not sent: choose a transport in the dashboard, or set POSTHORN_SMTP_URL or POSTHORN_EMAIL_TRANSPORTS',
    )
  if (listeningUrl(address) === undefined)
    log.info(
      `the database is behind a pooler in transaction mode, so workers poll for new work twice a second: set ${settings.databaseDirectUrl.name} to learn of it at once`,
    )
}

async function warnOfLockedDomains({ db }: Database, sealer: Sealer, log: Logger): Promise<void> {
  const locked = await retryOnTimeout(() => lockedDomains(db, keySafe(sealer)))
  if (locked.length > 0)
    log.error(
      { domains: locked.slice(0, 20) },
      `the DKIM keys of domains were encrypted with another ${settings.encryptionKey.name}, so their email waits: set that key again`,
    )
}

type ReturnedMailParts = { config: Config; database: Database; secret: Buffer; log: Logger; text: ForeignText }

async function openReturnedMail(
  opened: AsyncDisposableStack,
  { config, database, secret, log, text }: ReturnedMailParts,
): Promise<void> {
  const reports = { database, clock: systemClock, log }
  const inbound = await openInboundMail(config, {
    ...{ db: database.db, secret, log, mail: text.mail },
    take: reportTaker(reports),
    takeDomainReport: domainReportTaker(reports),
    unsubscribe: returned => database.transaction(tx => unsubscribeByMail(tx, returned, systemClock())),
  })
  if (inbound) opened.use(inbound)
}

/** Never by capture: that would show the link to the person who invites. */
function systemSender(config: Config, live: readonly EmailTransport[]): SystemSender | null {
  const transport = live.find(({ name }) => name !== 'capture')
  return config.mailFrom && transport && sendsMail(config) ? { from: config.mailFrom, transport } : null
}

if (import.meta.main) {
  await runRole({
    name: 'worker',
    loadConfig,
    startedByNpm: startedByNpm(),
    async start(config, database, log) {
      await using opened = new AsyncDisposableStack()
      const text = opened.use(openForeignText(log))
      const tracer = opened.use(await openRoleTracer(config, 'worker', log))
      const metrics = openMetrics()
      queueMetrics(metrics, database, () => performance.now())
      databaseMetrics(metrics, database)
      const health = workerHealth(database.beside(1), metrics)
      if (config.workerPort !== null) {
        const place = { host: config.host, port: config.workerPort, setting: settings.workerPort.name }
        const { port } = opened.use(await openHealthPort(health, place))
        log.info({ port }, 'health and metrics are served')
      }
      const worker = opened.use(
        await startWorkers(config, database, log, text, stopTimes('worker', config).workMs, { metrics, tracer }),
      )
      health.started(worker)
      // Disposed of first, so that health checks report the stop while it runs.
      opened.defer(health.startDraining)
      log.info('worker is running')
      return opened.move()
    },
  })
}
