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
import { type Metrics, openMetrics } from '#http/registry.ts'
import { choosePort, serve } from '#http/serve.ts'
import type { Database } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { isOutage } from '#postgres/outages/outage.ts'
import { analyticsRoutes } from '#resources/account/analytics/routes.ts'
import { auditLogRoutes } from '#resources/account/audit-log/routes.ts'
import { creditRoutes } from '#resources/account/credits/routes.ts'
import { needsSetUp } from '#resources/account/members/set-up.ts'
import { callerFinder, callerIdentifier, freshIdentifier } from '#resources/account/organizations/identify.ts'
import { keyUseNotes } from '#resources/account/organizations/key-use.ts'
import { keyRoutes } from '#resources/account/organizations/routes.ts'
import { requestLimiter } from '#resources/account/rate-limits/limiter.ts'
import { rateLimitRoutes } from '#resources/account/rate-limits/routes.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { requestLogRoutes } from '#resources/account/request-log/routes.ts'
import { retentionRoutes } from '#resources/account/retention/routes.ts'
import { consentRoutes } from '#resources/audience/consent/routes.ts'
import { contactFileRoutes } from '#resources/audience/contact-files/routes.ts'
import { customEventRoutes } from '#resources/audience/contacts/custom-events/routes.ts'
import { segmentContactRoutes } from '#resources/audience/contacts/in-segment/routes.ts'
import { contactRoutes } from '#resources/audience/contacts/routes.ts'
import { erasureRoutes } from '#resources/audience/erasure/routes.ts'
import { exportRoutes } from '#resources/audience/export/routes.ts'
import { fieldRoutes } from '#resources/audience/fields/routes.ts'
import { segmentRoutes } from '#resources/audience/segments/routes.ts'
import { signupFormRoutes } from '#resources/audience/signup-forms/routes.ts'
import { suppressionRoutes } from '#resources/audience/suppressions/routes.ts'
import { topicRoutes } from '#resources/audience/topics/routes.ts'
import { readTime } from '#resources/automation/clock/hold.ts'
import { eventLogRoutes } from '#resources/automation/event-log/routes.ts'
import { testClockRoutes } from '#resources/automation/test-clock/routes.ts'
import { webhookRoutes } from '#resources/automation/webhooks/routes.ts'
import { webhookSecrets } from '#resources/automation/webhooks/secrets.ts'
import { workflowRoutes } from '#resources/automation/workflows/routes.ts'
import { broadcastFiller } from '#resources/messages/broadcasts/content/fill.ts'
import { broadcastRoutes } from '#resources/messages/broadcasts/routes.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { domainRoutes } from '#resources/messages/domains/routes.ts'
import { emailRoutes } from '#resources/messages/emails/routes.ts'
import { emailSender } from '#resources/messages/emails/send.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import { reputationRoutes } from '#resources/messages/reputation/routes.ts'
import { reportTaker } from '#resources/messages/returns/take.ts'
import { smsArrivals } from '#resources/messages/sms/arrivals.ts'
import { callbackSecrets } from '#resources/messages/sms/callbacks/callback.ts'
import { smsRoutes } from '#resources/messages/sms/routes.ts'
import { templateRenderer } from '#resources/messages/templates/renderer.ts'
import { templateRoutes } from '#resources/messages/templates/routes.ts'
import { openBodies } from '#setup/bodies.ts'
import { dashboardFolder, guideFolder } from '#setup/built-pages.ts'
import { loadConfig, startedByNpm } from '#setup/config.ts'
import { type Pools, poolsOf } from '#setup/connections.ts'
import { openConsole } from '#setup/console.ts'
import { openDoors } from '#setup/doors.ts'
import { domainExamining } from '#setup/email/domain-examining.ts'
import { emailsAreCharged } from '#setup/email/email-transports.ts'
import { linkCheck } from '#setup/email/link-check.ts'
import { preflightParts } from '#setup/email/preflight.ts'
import { providerCallbacks } from '#setup/email/provider-callbacks.ts'
import { senderCheck } from '#setup/email/sender-check.ts'
import { sesCallbacks } from '#setup/email/ses-callbacks.ts'
import { signingOf } from '#setup/email/signing.ts'
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
import { rebuiltOnChange } from '#setup/sending/rebuilt-on-change.ts'
import { settings as allSettings, type Config } from '#setup/settings.ts'
import { smsCallbacks } from '#setup/sms/sms-callbacks.ts'
import { readCarrierPlan } from '#setup/sms/sms-carriers.ts'
import { stopTimes } from '#setup/stop-times.ts'
import { sign } from '#transports/mime/dkim.ts'
import { openPosterByRule } from '#transports/webhook/by-rule.ts'
import { retryOnTimeout } from './prepare.ts'
import { runRole } from './role.ts'
import { openRoleTracer } from './role-tracer.ts'

export type Api = AsyncDisposable & { url: string; submissionUrls: readonly string[] }

/** Shared with a worker in the same process. */
type ApiNeighbours = {
  reachable?: Reachable
  worker?: { isWorking(): boolean }
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
  { templateText, mail }: ForeignText,
  {
    reachable = reachableBy(settings, database.db, null),
    worker,
    metrics = openMetrics(),
    tracer,
    sending: shared,
  }: ApiNeighbours = {},
): Promise<Api> {
  // Only port 0 needs a search for a free port. Trying a given port would cut off clients that connect during the test.
  const port = settings.port === 0 ? await choosePort(settings) : settings.port
  const config = { ...settings, port }
  await using opened = new AsyncDisposableStack()
  const url = publicUrlOf(config)
  const secret = await retryOnTimeout(() => readInstanceSecret(database.db))
  const role = worker ? 'start' : 'api'
  const { sending, lookUps, callers, health } = openPools(database, poolsOf(role, settings.databaseConnections))
  const parts = { database, db: database.db, clock: systemClock, log, pager: pager(secret), templateText }
  const sendParts = { ...parts, tracer, database: sending, lookUps: lookUps.db, reads: database.db }
  const findCaller = callerFinder(callers.db, keyUseNotes(database.db))
  const monotonicMs = () => performance.now()
  const checkSender = senderCheck(settings, lookUps.db)

  const current = shared ?? opened.use(await openSendingOf(settings, database, log))
  const links = linkCheck(current.now, url, lookUps.db)
  const preflighting = preflightParts(config, { db: database.db, secret, mail, now: current.now })
  const copies = {
    ...{ sign, signingFor: signingOf(config, database.db, { secret, sealAddressesWith: secret }) },
    personal: { key: tokenKey(secret), editHtml: mail.editHtml },
  }
  const card = { ...readRateCard(settings.rateCard), emailsAreCharged: () => emailsAreCharged(current.now()) }
  const bodies = await retryOnTimeout(() => openBodies(config, lookUps.db, log))
  const arrivals = smsArrivals({ ...parts, card })
  const files = { fetchContent: bodies.fetch, openMessage: mail.openMessage }
  const readers = opened.use(await openReaderDoors(settings, { ...parts, secret, files }))
  const take = reportTaker(parts)
  const renderTemplates = templateRenderer(lookUps.db, templateText)
  const fillBroadcasts = broadcastFiller(lookUps.db, templateText, mail.deriveText)
  const addresses = reachable.webhooks
  const poster = opened.use(openPosterByRule(addresses))
  const { doors } = opened.use(openDoors(settings))
  const sealer = openSealer(settings.encryptionKey, secret)
  const secrets = webhookSecrets(sealer)

  const requestLog = opened.use(requestLogOf(database, log, metrics))
  queueMetrics(metrics, database, monotonicMs)
  databaseMetrics(metrics, database)
  const ofSes = sesCallbacks({ topics: settings.snsTopics, secret, take, clock: systemClock })
  const ofProviders = providerCallbacks(settings, { take, clock: systemClock })
  const ofCarriers = rebuiltOnChange(current.now, plan =>
    smsCallbacks(readCarrierPlan(plan), { arrivals, clock: systemClock, publicUrl: url }),
  )
  const sender = emailSender({ ...sendParts, card, checkSender, links, renderTemplates, keep: bodies.keep })
  // A file that cannot be read stops the start.
  ofCarriers()
  const identify = callerIdentifier(findCaller, monotonicMs)
  const countRequest = requestLimiter(callers, systemClock)
  const app = buildApp({
    handlers: {
      ...emailRoutes({
        ...sendParts,
        ...mail,
        sender,
        card,
        fetchContent: bodies.fetch,
        fillBroadcasts,
        preflighting,
        copies,
        publicUrl: url,
      }),
      ...smsRoutes({ ...sendParts, card, callbackSecrets: callbackSecrets(sealer), addresses }),
      ...contactRoutes(parts),
      ...contactFileRoutes(parts),
      ...erasureRoutes(parts),
      ...exportRoutes({ ...parts, ...files, compose: mail.compose, fillBroadcasts }),
      ...consentRoutes(parts),
      ...signupFormRoutes({ ...parts, publicUrl: url }),
      ...suppressionRoutes(parts),
      ...templateRoutes(parts),
      ...customEventRoutes({ database, clock: systemClock }),
      ...fieldRoutes({ database, clock: systemClock }),
      ...segmentRoutes(parts),
      ...segmentContactRoutes(parts),
      ...topicRoutes(parts),
      ...broadcastRoutes({
        ...parts,
        ...{ lookUps: lookUps.db, card, checkSender, links, renderTemplates, keepOutside: bodies.keep },
        preflighting: { ...preflighting, compose: mail.compose },
      }),
      ...testClockRoutes(parts),
      ...webhookRoutes({ ...parts, poster, secrets, addresses }),
      ...workflowRoutes({ ...parts, addresses, checkSender, links, renderTemplates }),
      ...keyRoutes({ ...parts, reservedKeyNames: [allSettings.liveKey.name, allSettings.testKey.name] }),
      ...domainRoutes({
        ...parts,
        examining: domainExamining(settings, current.now),
        safe: keySafe(openSealer(settings.encryptionKey, secret)),
      }),
      ...rateLimitRoutes(parts),
      ...creditRoutes(parts),
      ...retentionRoutes(parts),
      ...analyticsRoutes(parts),
      ...reputationRoutes(parts),
      ...eventLogRoutes({ database, secret }),
      ...auditLogRoutes(parts),
      ...requestLogRoutes(parts),
    },
    identify,
    identifyAnew: freshIdentifier(findCaller),
    countRequest,
    isOutage,
    async checkReady() {
      await health.pool.query('select 1')
      if (worker && !worker.isWorking())
        throw new Refusal('service_unavailable', { message: 'The worker is not working.' })
    },
    registry: metrics.registry,
    log,
    tracer,
    publicUrl: url,
    callbacks: { get: name => ofSes.get(name) ?? ofProviders.get(name) ?? ofCarriers().get(name) },
    readers,
    clientAddressOf: readers.clientAddressOf,
    ...(settings.requestLogDays > 0 && { noteRequest: requestLog.note }),
    console: openConsole(settings, {
      ...parts,
      card,
      secret,
      addresses,
      current,
      publicUrl: url,
      clientAddressOf: readers.clientAddressOf,
    }),
    doors,
    nowFor: caller => readTime(database.db, systemClock, caller),
    dashboard: readDashboard(dashboardFolder),
    guide: readGuide(guideFolder),
  })
  const submission = opened.use(await openSubmission(settings, { identify, countRequest, sender, mail, metrics, log }))
  opened.use(await serve(app, config, stopTimes(role, settings)))
  const kept = opened.move()
  return { url, submissionUrls: submission.urls, [Symbol.asyncDispose]: () => kept.disposeAsync() }
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
