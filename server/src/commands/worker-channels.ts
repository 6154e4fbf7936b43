/** The channels of a worker, except that of its jobs. */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Sealer } from '#core/seal.ts'
import type { Tracer } from '#core/tracing.ts'
import type { AnyChannel } from '#engine/channel.ts'
import type { ForeignText } from '#foreign-text/open.ts'
import type { Database } from '#postgres/database.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { webhookChannel } from '#resources/automation/webhooks/deliver/webhook-channel.ts'
import { webhookSecrets } from '#resources/automation/webhooks/secrets.ts'
import { runChannel } from '#resources/automation/workflows/advance/run-channel.ts'
import { workflowSecrets } from '#resources/automation/workflows/webhook-secret.ts'
import { broadcastChannel } from '#resources/messages/broadcasts/advance/broadcast-channel.ts'
import { makeEmails } from '#resources/messages/broadcasts/advance/make-emails.ts'
import { makeTexts } from '#resources/messages/broadcasts/advance/make-texts.ts'
import { broadcastFiller } from '#resources/messages/broadcasts/content/fill.ts'
import { emailChannel } from '#resources/messages/emails/deliver/email-channel.ts'
import type { PrepareParts } from '#resources/messages/emails/prepare.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import { fallbackChannel } from '#resources/messages/fallbacks/fallback-channel.ts'
import { smsArrivals } from '#resources/messages/sms/arrivals.ts'
import { callbackSecrets } from '#resources/messages/sms/callbacks/callback.ts'
import { callbackChannel } from '#resources/messages/sms/callbacks/callback-channel.ts'
import { smsChannel } from '#resources/messages/sms/submit/sms-channel.ts'
import { shareDestinations } from '#sending/shared-destinations.ts'
import type { Bodies } from '#setup/bodies.ts'
import { signingOf } from '#setup/email/signing.ts'
import type { WorkMetrics } from '#setup/metrics/work-metrics.ts'
import type { CurrentSending } from '#setup/sending/current.ts'
import { followCarriers, type LiveTransports } from '#setup/sending/live-transports.ts'
import type { SendingConfig } from '#setup/sending/with-saved.ts'
import type { Config } from '#setup/settings.ts'
import { liveCarriers, readCarrierPlan, testCarriers } from '#setup/sms/sms-carriers.ts'
import { sign } from '#transports/mime/dkim.ts'
import { simulatedTransport } from '#transports/simulated.ts'
import type { WebhookPoster } from '#transports/webhook.ts'

export type ChannelParts = {
  config: Config
  database: Database
  clock: Clock
  log: Logger
  tracer: Tracer | undefined
  /** How long stopping waits for attempts on the wire. */
  stopWithinMs: number
  /** The secret of the installation. */
  secret: Buffer
  sealer: Sealer
  bodies: Bodies
  text: ForeignText
  card: RateCard
  preparing: PrepareParts
  sending: CurrentSending
  live: LiveTransports
  poster: WebhookPoster
  counts: WorkMetrics
}

/** What they need is closed with `opened`. */
export async function openChannels(opened: AsyncDisposableStack, parts: ChannelParts): Promise<AnyChannel[]> {
  const { database, clock, log, tracer, stopWithinMs, counts, poster, card, sealer, secret, preparing } = parts
  const { db } = database
  const { templateText, mail } = parts.text
  const destinationState = opened.use(await shareDestinations(database, log))
  const shared = { database, clock, log, tracer, stopWithinMs }
  const sending = { ...shared, destinationState, messagesAtOnce: parts.config.messagesAtOnce }
  const test = [opened.use(simulatedTransport())]
  const emails = emailChannel({
    ...sending,
    attempted: counts.attemptedOf('email'),
    fetchContent: parts.bodies.fetch,
    fillBroadcasts: broadcastFiller(db, templateText, mail.deriveText),
    compose: mail.compose,
    sign,
    signingFor: signingOf(parts.config, db, { secret, sealAddressesWith: secret }),
    personal: { key: tokenKey(secret), editHtml: mail.editHtml },
    transports: {
      test,
      get live() {
        return parts.live.list
      },
    },
  })
  const carriers = openCarriers(opened, parts)
  const texts = smsChannel({ ...sending, attempted: counts.attemptedOf('sms'), carriers })
  const secrets = webhookSecrets(sealer)
  const webhooks = opened.use(webhookChannel({ ...shared, poster, secrets, posted: counts.posted }))
  const callbacks = opened.use(callbackChannel({ ...shared, poster, secrets: callbackSecrets(sealer) }))
  const fallbacks = fallbackChannel({ database, clock, card })
  const making = { db, text: templateText, checkSender: preparing.checkSender }
  const broadcasts = broadcastChannel({
    ...{ database, clock, card },
    making: { email: makeEmails(making), sms: makeTexts(making) },
  })
  const secretOf = workflowSecrets(secret)
  const runs = runChannel({ ...shared, ...preparing, poster, card, templateText, secretOf })
  return [emails, texts, fallbacks, broadcasts, webhooks, callbacks, runs]
}

/** The carriers are closed after attempts on the wire have ended. */
function openCarriers(opened: AsyncDisposableStack, { sending, database, clock, log }: ChannelParts) {
  const arrivals = smsArrivals({ database, clock, card: readRateCard(sending.now().rateCard), log })
  const open = (plan: SendingConfig) => liveCarriers(plan, readCarrierPlan(plan), { arrivals, log })
  const live = opened.use(followCarriers(sending, log, open))
  return { live, test: opened.use(testCarriers()) }
}
