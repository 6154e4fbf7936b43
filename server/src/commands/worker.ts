/** `npm run worker`: only the worker, on DATABASE_URL. Any number of workers share the work. */
import { systemClock } from '#core/clock.ts'
import { openSealer } from '#core/seal.ts'
import type { Tracer } from '#core/tracing.ts'
import { type Engine, startEngine } from '#engine/engine.ts'
import { jobChannel } from '#engine/job-channel.ts'
import { reportHold } from '#engine/report-hold.ts'
import { makeScheduled } from '#engine/schedule.ts'
import { startTicker } from '#engine/ticker.ts'
import { type ForeignText, openForeignText } from '#foreign-text/open.ts'
import { openHealthPort } from '#http/health/health-port.ts'
import { type Metrics, openMetrics } from '#http/registry.ts'
import type { Database } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { listeningUrl } from '#postgres/pooling/address.ts'
import { alertSchedules, alertTasks } from '#resources/account/alerts/tasks.ts'
import { sumUp } from '#resources/account/analytics/sum-up.ts'
import { idempotencySchedules, idempotencyTasks } from '#resources/account/idempotency/tasks.ts'
import { memberTasks } from '#resources/account/members/tasks.ts'
import { rateLimitSchedules, rateLimitTasks } from '#resources/account/rate-limits/tasks.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { retentionSchedules, retentionTasks } from '#resources/account/retention/tasks.ts'
import { searchBlockSchedules, searchBlockTasks } from '#resources/account/search-blocks/tasks.ts'
import { sendingWays } from '#resources/account/sending-plan/change.ts'
import { processDueConfirmations } from '#resources/audience/confirmations/mail.ts'
import { contactFileTasks } from '#resources/audience/contact-files/tasks.ts'
import { contactTasks } from '#resources/audience/contacts/tasks.ts'
import { erasureTasks } from '#resources/audience/erasure/tasks.ts'
import { unsubscribeByMail } from '#resources/audience/unsubscribe/preferences.ts'
import { eventLogSchedules, eventLogTasks } from '#resources/automation/event-log/tasks.ts'
import { testClockTasks } from '#resources/automation/test-clock/tasks.ts'
import { webhookChannel } from '#resources/automation/webhooks/deliver/webhook-channel.ts'
import { webhookSecrets } from '#resources/automation/webhooks/secrets.ts'
import { webhookTasks } from '#resources/automation/webhooks/tasks.ts'
import { runChannel } from '#resources/automation/workflows/advance/run-channel.ts'
import { fireDueSchedules } from '#resources/automation/workflows/fire.ts'
import { workflowTasks } from '#resources/automation/workflows/tasks.ts'
import { workflowSecrets } from '#resources/automation/workflows/webhook-secret.ts'
import { broadcastChannel } from '#resources/messages/broadcasts/advance/broadcast-channel.ts'
import { makeEmails } from '#resources/messages/broadcasts/advance/make-emails.ts'
import { makeTexts } from '#resources/messages/broadcasts/advance/make-texts.ts'
import { broadcastFiller } from '#resources/messages/broadcasts/content/fill.ts'
import { broadcastTasks } from '#resources/messages/broadcasts/tasks.ts'
import { domainReportTaker } from '#resources/messages/domain-reports/take.ts'
import { domainReportSchedules, domainReportTasks } from '#resources/messages/domain-reports/tasks.ts'
import { dnsLookUp } from '#resources/messages/domains/dns/look-up.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { lockedDomains } from '#resources/messages/domains/locked.ts'
import { domainSchedules, domainTasks } from '#resources/messages/domains/tasks.ts'
import { emailChannel } from '#resources/messages/emails/deliver/email-channel.ts'
import { policyStore } from '#resources/messages/emails/deliver/sts-policy-store.ts'
import { releaseScheduled } from '#resources/messages/emails/later/release.ts'
import { releaseWaiting } from '#resources/messages/emails/later/release-waiting.ts'
import { emailSearchSchedules, emailSearchTasks } from '#resources/messages/emails/read/tasks.ts'
import { systemMailer } from '#resources/messages/emails/system-mail.ts'
import { emailSchedules, emailTasks } from '#resources/messages/emails/tasks.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import { fallbackChannel } from '#resources/messages/fallbacks/fallback-channel.ts'
import { pauseBroadcasts } from '#resources/messages/reputation/pause.ts'
import { sumUpReceiverStats } from '#resources/messages/reputation/sum-up.ts'
import { reputationSchedules, reputationTasks } from '#resources/messages/reputation/tasks.ts'
import { reportTaker } from '#resources/messages/returns/take.ts'
import { smsArrivals } from '#resources/messages/sms/arrivals.ts'
import { callbackSecrets } from '#resources/messages/sms/callbacks/callback.ts'
import { callbackChannel } from '#resources/messages/sms/callbacks/callback-channel.ts'
import { releaseScheduledSms } from '#resources/messages/sms/later/release.ts'
import { smsChannel } from '#resources/messages/sms/submit/sms-channel.ts'
import { smsSchedules, smsTasks } from '#resources/messages/sms/tasks.ts'
import { templateRenderer } from '#resources/messages/templates/renderer.ts'
import { shareDestinations } from '#sending/shared-destinations.ts'
import { openBodies } from '#setup/bodies.ts'
import { loadConfig, startedByNpm } from '#setup/config.ts'
import { emailsAreCharged, liveTransportNames, liveTransports, sendsMail } from '#setup/email/email-transports.ts'
import { openInboundMail } from '#setup/email/inbound-mail.ts'
import { linkCheck } from '#setup/email/link-check.ts'
import { senderCheck } from '#setup/email/sender-check.ts'
import { signingOf } from '#setup/email/signing.ts'
import type { Logger } from '#setup/log.ts'
import { databaseMetrics } from '#setup/metrics/database-metrics.ts'
import { queueMetrics } from '#setup/metrics/queue-metrics.ts'
import { workMetrics } from '#setup/metrics/work-metrics.ts'
import { publicUrlOf } from '#setup/public-url.ts'
import { type Reachable, reachableBy } from '#setup/reachable.ts'
import type { CurrentSending } from '#setup/sending/current.ts'
import { followCarriers, followTransports } from '#setup/sending/live-transports.ts'
import { openSendingOf } from '#setup/sending/open.ts'
import type { SendingConfig } from '#setup/sending/with-saved.ts'
import { type Config, settings } from '#setup/settings.ts'
import { liveCarriers, readCarrierPlan, testCarriers } from '#setup/sms/sms-carriers.ts'
import { stopTimes } from '#setup/stop-times.ts'
import { sign } from '#transports/mime/dkim.ts'
import { simulatedTransport } from '#transports/simulated.ts'
import type { EmailTransport } from '#transports/transport.ts'
import { openPosterByRule } from '#transports/webhook/by-rule.ts'
import { retryOnTimeout } from './prepare.ts'
import { runRole } from './role.ts'
import { openRoleTracer } from './role-tracer.ts'
import { workerHealth } from './worker-health.ts'

/** A scheduled message is released at most about this late. */
const lookForDueEveryMs = 500

/** Figures are always exact; summing them up keeps reads fast. */
const sumUpEveryMs = 5_000
const watchBroadcastsEveryMs = 10_000
const tellHoldEveryMs = 5_000

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
  { templateText, mail }: ForeignText,
  stopWithinMs: number,
  {
    reachable = reachableBy(config, database.db, null),
    metrics = openMetrics(),
    tracer,
    sending: shared,
  }: WorkerNeighbours = {},
): Promise<Engine> {
  await using opened = new AsyncDisposableStack()
  const current = shared ?? opened.use(await openSendingOf(config, database, log))
  const transportParts = {
    mailHosts: reachable.mailHosts,
    policyStore: policyStore(database.db),
  }
  const live = opened.use(followTransports(current, log, plan => liveTransports(plan, transportParts)))
  const isInProduction = config.databaseUrl !== null || config.publicUrl !== null
  if (isInProduction && liveTransportNames(current.now()).includes('capture'))
    log.warn(
      'live email is captured, not sent: choose a transport in the dashboard, or set POSTHORN_SMTP_URL or POSTHORN_EMAIL_TRANSPORTS',
    )
  if (listeningUrl(database.address) === undefined)
    log.info(
      `the database is behind a pooler in transaction mode, so workers poll for new work twice a second: set ${settings.databaseDirectUrl.name} to learn of it at once`,
    )
  const test = [opened.use(simulatedTransport())]
  const secret = await retryOnTimeout(() => readInstanceSecret(database.db))
  const signingFor = signingOf(config, database.db, { secret, sealAddressesWith: secret })
  const locked = await retryOnTimeout(() =>
    lockedDomains(database.db, keySafe(openSealer(config.encryptionKey, secret))),
  )
  if (locked.length > 0)
    log.error(
      { domains: locked.slice(0, 20) },
      `the DKIM keys of domains were encrypted with another ${settings.encryptionKey.name}, so their email waits: set that key again`,
    )
  const destinationState = opened.use(await shareDestinations(database, log))
  const parts = { database, clock: systemClock, log, destinationState, tracer, stopWithinMs: stopWithinMs / 2 }
  const bodies = await retryOnTimeout(() => openBodies(config, database.db, log))
  const { messagesAtOnce } = config
  const counts = workMetrics(metrics)
  const emails = emailChannel({
    ...parts,
    attempted: counts.attemptedOf('email'),
    messagesAtOnce,
    fetchContent: bodies.fetch,
    fillBroadcasts: broadcastFiller(database.db, templateText, mail.deriveText),
    compose: mail.compose,
    sign,
    signingFor,
    personal: { key: tokenKey(secret), editHtml: mail.editHtml },
    transports: {
      test,
      get live() {
        return live.list
      },
    },
  })
  const take = reportTaker({ database, clock: systemClock, log })
  const inbound = await openInboundMail(config, {
    ...{ db: database.db, secret, take, log, mail },
    takeDomainReport: domainReportTaker({ database, clock: systemClock, log }),
    unsubscribe: returned => database.transaction(tx => unsubscribeByMail(tx, returned, systemClock())),
  })
  if (inbound) opened.use(inbound)
  const texts = smsChannel({
    ...parts,
    attempted: counts.attemptedOf('sms'),
    messagesAtOnce,
    carriers: openCarriers(opened, current, database, log),
  })
  // Its connections are closed after attempts on the wire have ended.
  const poster = opened.use(openPosterByRule(reachable.webhooks))
  const sealer = openSealer(config.encryptionKey, secret)
  const secrets = webhookSecrets(sealer)
  const webhooks = opened.use(webhookChannel({ ...parts, poster, secrets, posted: counts.posted }))
  const callbacks = opened.use(callbackChannel({ ...parts, poster, secrets: callbackSecrets(sealer) }))
  const card = { ...readRateCard(config.rateCard), emailsAreCharged: () => emailsAreCharged(current.now()) }
  const fallbacks = fallbackChannel({ database, clock: systemClock, card })
  const checkSender = senderCheck(config, database.db)
  const making = { db: database.db, text: templateText, checkSender }
  const broadcasts = broadcastChannel({
    ...{ database, clock: systemClock, card },
    making: { email: makeEmails(making), sms: makeTexts(making) },
  })
  const preparing = {
    checkSender,
    links: linkCheck(current.now, publicUrlOf(config), database.db),
    renderTemplates: templateRenderer(database.db, templateText),
    keepOutside: bodies.keep,
  }
  const runs = runChannel({
    ...{ ...parts, ...preparing, poster, card, templateText, secretOf: workflowSecrets(secret) },
  })
  const schedules = [
    ...idempotencySchedules,
    ...rateLimitSchedules,
    ...domainSchedules,
    ...domainReportSchedules,
    ...reputationSchedules,
    ...alertSchedules,
    ...smsSchedules,
    ...eventLogSchedules,
    ...retentionSchedules,
    ...emailSearchSchedules,
    ...searchBlockSchedules,
    ...emailSchedules,
  ]
  await retryOnTimeout(() => database.transaction(tx => makeScheduled(tx, schedules, systemClock())))
  const sendSystemMail = systemMailer(mail.compose, () => systemSender(current.now(), live.list))
  const jobs = jobChannel({
    ...parts,
    schedules,
    tasks: {
      ...memberTasks({
        ...{ database, clock: systemClock, publicUrl: publicUrlOf(config), sendSystemMail },
        key: config.encryptionKey ?? secret,
      }),
      ...alertTasks({
        ...{ database, clock: systemClock, publicUrl: publicUrlOf(config), sendSystemMail },
        ...{ poster, sealer },
      }),
      ...smsTasks(database),
      ...webhookTasks(database),
      ...eventLogTasks(database),
      ...workflowTasks(database, systemClock),
      ...testClockTasks(database, systemClock),
      ...idempotencyTasks(database),
      ...rateLimitTasks(database),
      ...domainTasks({
        ...{ database, clock: systemClock, hostname: config.hostname, lookUp: dnsLookUp(config.dnsServers) },
        safe: keySafe(openSealer(config.encryptionKey, secret)),
      }),
      ...domainReportTasks(database, systemClock),
      ...emailSearchTasks(database.db, systemClock),
      ...searchBlockTasks(database.db, systemClock),
      ...erasureTasks(database, systemClock, bodies.fetch),
      ...contactTasks(database),
      ...contactFileTasks(database, systemClock),
      ...retentionTasks(database, systemClock, { audit: config.auditLogDays, requests: config.requestLogDays }),
      ...emailTasks(database, bodies.objects),
      ...broadcastTasks(database),
      ...reputationTasks({ database, clock: systemClock, releaseWaiting }),
    },
  })
  const heard = (what: string) => {
    // A missed notification is made up for by the poll every two seconds.
    if (what === sendingWays) void current.refresh().catch(() => {})
  }
  const channels = [emails, texts, fallbacks, broadcasts, webhooks, callbacks, runs, jobs]
  const engine = opened.use(await startEngine({ database, log, channels, taken: counts.taken, heard }))
  const ticker = (name: string, work: () => Promise<void>, everyMs = lookForDueEveryMs) =>
    opened.use(startTicker({ name, everyMs, work, log }))
  ticker('release of scheduled emails', () => releaseScheduled(database, systemClock))
  ticker('release of scheduled text messages', () => releaseScheduledSms(database))
  ticker('firing of due schedules', () => fireDueSchedules(database))
  const asking = {
    ...parts,
    ...preparing,
    db: database.db,
    card,
    key: tokenKey(secret),
    publicUrl: publicUrlOf(config),
  }
  ticker('asking for confirmations', () => processDueConfirmations(asking))
  ticker('summing up of figures', () => sumUp(database), sumUpEveryMs)
  ticker('summing up of what receivers said', () => sumUpReceiverStats(database), sumUpEveryMs)
  ticker(
    'logging of a hold',
    reportHold(database, log, () => performance.now()),
    tellHoldEveryMs,
  )
  ticker('watch over broadcasts', () => pauseBroadcasts(database, systemClock), watchBroadcastsEveryMs)
  const kept = opened.move()
  return {
    isWorking: engine.isWorking,
    failed: engine.failed,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Never by capture: that would show the link to the person who invites. */
function systemSender(config: Config, live: readonly EmailTransport[]) {
  const transport = live.find(({ name }) => name !== 'capture')
  return config.mailFrom && transport && sendsMail(config) ? { from: config.mailFrom, transport } : null
}

/** The carriers are closed after attempts on the wire have ended. */
function openCarriers(opened: AsyncDisposableStack, current: CurrentSending, database: Database, log: Logger) {
  const arrivals = smsArrivals({ database, clock: systemClock, card: readRateCard(current.now().rateCard), log })
  const open = (plan: SendingConfig) => liveCarriers(plan, readCarrierPlan(plan), { arrivals, log })
  const live = opened.use(followCarriers(current, log, open))
  return { live, test: opened.use(testCarriers()) }
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
