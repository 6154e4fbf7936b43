/** `npm run api`: only the HTTP API, on DATABASE_URL. */
import { systemClock } from '#core/clock.ts'
import { pager } from '#core/page.ts'
import { Refusal } from '#core/refusal.ts'
import { openSealer } from '#core/seal.ts'
import type { Tracer } from '#core/tracing.ts'
import { type ForeignText, openForeignText } from '#foreign-text/open.ts'
import { buildApp } from '#http/app.ts'
import { readDashboard } from '#http/console/dashboard.ts'
import { readGuide } from '#http/pages/guide.ts'
import { type MetricList, type Metrics, openMetrics } from '#http/registry.ts'
import { choosePort, serve } from '#http/serve.ts'
import type { Database } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { isPassing } from '#postgres/outages/outage.ts'
import { needsSetUp } from '#resources/account/members/set-up.ts'
import { callerFinder, callerIdentifier, freshIdentifier } from '#resources/account/organizations/identify.ts'
import { keyUseNotes } from '#resources/account/organizations/key-use.ts'
import { requestLimiter } from '#resources/account/rate-limits/limiter.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { readTime } from '#resources/automation/clock/hold.ts'
import { emailSender } from '#resources/messages/emails/send.ts'
import { templateRenderer } from '#resources/messages/templates/renderer.ts'
import { openBodies } from '#setup/bodies.ts'
import { dashboardFolder, guideFolder } from '#setup/built-pages.ts'
import { callbackReaders } from '#setup/callbacks.ts'
import { loadConfig, startedByNpm } from '#setup/config.ts'
import { type Pools, poolsOf } from '#setup/connections.ts'
import { openConsole } from '#setup/console.ts'
import { openDoors } from '#setup/doors.ts'
import { emailsAreCharged } from '#setup/email/email-transports.ts'
import { linkCheck } from '#setup/email/link-check.ts'
import { senderCheck } from '#setup/email/sender-check.ts'
import { openSubmission } from '#setup/email/submission.ts'
import type { Logger } from '#setup/log.ts'
import { databaseMetrics } from '#setup/metrics/database-metrics.ts'
import { queueMetrics } from '#setup/metrics/queue-metrics.ts'
import { publicUrlOf } from '#setup/public-url.ts'
import { type Reachable, reachableBy } from '#setup/reachable.ts'
import { openReaderDoors } from '#setup/reader-doors.ts'
import { requestLogOf } from '#setup/request-log.ts'
import type { CurrentSending } from '#setup/sending/current.ts'
import { openSendingOf } from '#setup/sending/open.ts'
import type { Config } from '#setup/settings.ts'
import { stopTimes } from '#setup/stop-times.ts'
import { openPosterByRule } from '#transports/webhook/by-rule.ts'
import { apiHandlers } from './api-handlers.ts'
import { retryOnTimeout } from './prepare.ts'
import { runRole } from './role.ts'
import { openRoleTracer } from './role-tracer.ts'

export type Api = AsyncDisposable & { url: string; port: number; submissionUrls: readonly string[] }

/** Shared with a worker in the same process, or with worker processes that this one started. */
type ApiNeighbours = {
  role?: 'start' | 'api'
  reachable?: Reachable
  worker?: { isWorking(): boolean | Promise<boolean>; metrics?: () => Promise<MetricList[]> }
  metrics?: Metrics
  tracer?: Tracer | undefined
  sending?: CurrentSending
}

/**
 * Sends have their own connections, so that other work cannot take them: for accepting (at most two batches of each kind), for the
 * look-ups before it, and for authentication and rate limits. Lists and searches use `database.slowReads`; everything else
 * shares the connections of `database`.
 */
const openPools = ({ beside }: Database, { sending, lookUps }: Pools) => ({
  sending: beside(sending),
  lookUps: beside(lookUps),
  callers: beside(2),
  health: beside(1),
})

/** Starts the API on a database that is up to date. */
export async function startApi(
  settings: Config,
  database: Database,
  log: Logger,
  text: ForeignText,
  {
    role = 'api',
    reachable = reachableBy(settings, database.db, null),
    worker,
    metrics = openMetrics(),
    tracer,
    sending: shared,
  }: ApiNeighbours = {},
): Promise<Api> {
  // Only port 0 needs a search for a free port. Trying a given port would cut off clients that connect during the test.
  const config = { ...settings, port: settings.port === 0 ? await choosePort(settings) : settings.port }
  await using opened = new AsyncDisposableStack()
  const { db } = database
  const clock = systemClock
  const monotonicMs = () => performance.now()
  const publicUrl = publicUrlOf(config)
  const secret = await retryOnTimeout(() => readInstanceSecret(db))
  const { sending, lookUps, callers, health } = openPools(database, poolsOf(role, config.databaseConnections))
  const current = shared ?? opened.use(await openSendingOf(config, database, log))
  const bodies = await retryOnTimeout(() => openBodies(config, lookUps.db, log))
  const files = { fetchContent: bodies.fetch, openMessage: text.mail.openMessage }
  const readers = opened.use(await openReaderDoors(config, { database, clock, log, secret, files }))
  const poster = opened.use(openPosterByRule(reachable.webhooks))
  const { doors } = opened.use(openDoors(config))
  const parts = {
    ...{ config, database, clock, log, tracer, pager: pager(secret), publicUrl, text, bodies, current, poster },
    ...{ sending, lookUps: lookUps.db, addresses: reachable.webhooks },
    ...{ secret, sealer: openSealer(config.encryptionKey, secret) },
    card: { ...readRateCard(config.rateCard), emailsAreCharged: () => emailsAreCharged(current.now()) },
    checks: {
      checkSender: senderCheck(config, lookUps.db),
      links: linkCheck(current.now, publicUrl, lookUps.db),
      renderTemplates: templateRenderer(lookUps.db, text.templateText),
    },
  }
  const sender = emailSender({ ...parts, ...parts.checks, database: sending, keep: bodies.keep })
  const requestLog = opened.use(requestLogOf(database, log, metrics))
  queueMetrics(metrics, database, monotonicMs)
  databaseMetrics(metrics, database)
  const findCaller = callerFinder(callers.db, keyUseNotes(db))
  const identify = callerIdentifier(findCaller, monotonicMs)
  const countRequest = requestLimiter(callers, clock)
  const { clientAddressOf } = readers
  const app = buildApp({
    ...{ identify, countRequest, isPassing, log, tracer, publicUrl, readers, clientAddressOf, doors },
    handlers: apiHandlers({ ...parts, sender }),
    identifyAnew: freshIdentifier(findCaller),
    async checkReady() {
      await health.pool.query('select 1')
      if (worker && !(await worker.isWorking()))
        throw new Refusal('service_unavailable', { message: 'The worker is not working.' })
    },
    registry: metrics.registry,
    otherMetrics: worker?.metrics,
    callbacks: callbackReaders(config, parts),
    ...(config.requestLogDays > 0 && { noteRequest: requestLog.note }),
    console: openConsole(config, { ...parts, templateText: text.templateText, clientAddressOf }),
    nowFor: caller => readTime(db, clock, caller),
    dashboard: readDashboard(dashboardFolder),
    guide: readGuide(guideFolder),
  })
  const submission = opened.use(
    await openSubmission(config, { identify, countRequest, sender, mail: text.mail, metrics, log }),
  )
  opened.use(await serve(app, config, stopTimes(role, config)))
  const kept = opened.move()
  const { port } = config
  return { url: publicUrl, port, submissionUrls: submission.urls, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

if (import.meta.main) {
  await runRole({
    name: 'api',
    loadConfig,
    startedByNpm: startedByNpm(),
    async start(config, database, log) {
      await using opened = new AsyncDisposableStack()
      const text = opened.use(openForeignText(log))
      const tracer = opened.use(await openRoleTracer(config, 'api', log))
      const api = opened.use(await startApi(config, database, log, text, { tracer }))
      log.info({ url: api.url, submission: api.submissionUrls }, 'api is listening')
      if (await retryOnTimeout(() => needsSetUp(database.db)))
        log.info('this installation has no owner yet: `npm run -s posthorn -- set-up` prints a link')
      return opened.move()
    },
  })
}
