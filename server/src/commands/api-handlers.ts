/** The handlers of the API's operations, each group from its room. */
import type { Clock } from '#core/clock.ts'
import type { Pager } from '#core/page.ts'
import type { AddressRule } from '#core/public-address.ts'
import type { Sealer } from '#core/seal.ts'
import type { Tracer } from '#core/tracing.ts'
import type { ForeignText } from '#foreign-text/open.ts'
import type { Handlers } from '#http/handler.ts'
import type { Database, Db } from '#postgres/database.ts'
import { analyticsRoutes } from '#resources/account/analytics/routes.ts'
import { auditLogRoutes } from '#resources/account/audit-log/routes.ts'
import { creditRoutes } from '#resources/account/credits/routes.ts'
import { keyRoutes } from '#resources/account/organizations/routes.ts'
import { rateLimitRoutes } from '#resources/account/rate-limits/routes.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
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
import { eventLogRoutes } from '#resources/automation/event-log/routes.ts'
import { testClockRoutes } from '#resources/automation/test-clock/routes.ts'
import { webhookRoutes } from '#resources/automation/webhooks/routes.ts'
import { webhookSecrets } from '#resources/automation/webhooks/secrets.ts'
import { workflowRoutes } from '#resources/automation/workflows/routes.ts'
import { broadcastFiller } from '#resources/messages/broadcasts/content/fill.ts'
import { broadcastRoutes } from '#resources/messages/broadcasts/routes.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { domainRoutes } from '#resources/messages/domains/routes.ts'
import type { PrepareParts } from '#resources/messages/emails/prepare.ts'
import { emailRoutes } from '#resources/messages/emails/routes.ts'
import type { EmailSender } from '#resources/messages/emails/send.ts'
import { tokenKey } from '#resources/messages/engagement/tokens.ts'
import { reputationRoutes } from '#resources/messages/reputation/routes.ts'
import { callbackSecrets } from '#resources/messages/sms/callbacks/callback.ts'
import { smsRoutes } from '#resources/messages/sms/routes.ts'
import { templateRoutes } from '#resources/messages/templates/routes.ts'
import type { Bodies } from '#setup/bodies.ts'
import { domainExamining } from '#setup/email/domain-examining.ts'
import { preflightParts } from '#setup/email/preflight.ts'
import { signingOf } from '#setup/email/signing.ts'
import type { CurrentSending } from '#setup/sending/current.ts'
import { type Config, settings } from '#setup/settings.ts'
import { sign } from '#transports/mime/dkim.ts'
import type { WebhookPoster } from '#transports/webhook.ts'

export type HandlerParts = {
  config: Config
  database: Database
  /** Connections that no other work may use: for accepting messages, and for the look-ups before it. */
  sending: Database
  lookUps: Db
  clock: Clock
  pager: Pager
  tracer: Tracer | undefined
  publicUrl: string
  /** The secret of the installation. */
  secret: Buffer
  sealer: Sealer
  text: ForeignText
  bodies: Bodies
  card: RateCard
  current: CurrentSending
  checks: Pick<PrepareParts, 'checkSender' | 'links' | 'renderTemplates'>
  sender: EmailSender
  poster: WebhookPoster
  addresses: AddressRule
}

export function apiHandlers(given: HandlerParts): Handlers {
  const { config, database, sending, lookUps, publicUrl, secret, sealer, bodies, card, current, checks } = given
  const { templateText, mail } = given.text
  const { db } = database
  const parts = { ...given, db, templateText }
  const sendParts = { ...parts, database: sending, reads: db }
  const files = { fetchContent: bodies.fetch, openMessage: mail.openMessage }
  const fillBroadcasts = broadcastFiller(lookUps, templateText, mail.deriveText)
  const preflighting = preflightParts(config, { db, secret, mail, now: current.now })
  const copies = {
    ...{ sign, signingFor: signingOf(config, db, { secret, sealAddressesWith: secret }) },
    personal: { key: tokenKey(secret), editHtml: mail.editHtml },
  }
  return {
    ...emailRoutes({ ...sendParts, ...mail, ...files, fillBroadcasts, preflighting, copies }),
    ...smsRoutes({ ...sendParts, callbackSecrets: callbackSecrets(sealer) }),
    ...contactRoutes(parts),
    ...contactFileRoutes(parts),
    ...erasureRoutes(parts),
    ...exportRoutes({ ...parts, ...files, compose: mail.compose, fillBroadcasts }),
    ...consentRoutes(parts),
    ...signupFormRoutes({ ...parts, publicUrl }),
    ...suppressionRoutes(parts),
    ...templateRoutes(parts),
    ...customEventRoutes(parts),
    ...fieldRoutes(parts),
    ...segmentRoutes(parts),
    ...segmentContactRoutes(parts),
    ...topicRoutes(parts),
    ...broadcastRoutes({
      ...{ ...parts, ...checks, keepOutside: bodies.keep, card },
      preflighting: { ...preflighting, compose: mail.compose },
    }),
    ...testClockRoutes(parts),
    ...webhookRoutes({ ...parts, secrets: webhookSecrets(sealer) }),
    ...workflowRoutes({ ...parts, ...checks }),
    ...keyRoutes({ ...parts, reservedKeyNames: [settings.liveKey.name, settings.testKey.name] }),
    ...domainRoutes({ ...parts, examining: domainExamining(config, current.now), safe: keySafe(sealer) }),
    ...rateLimitRoutes(parts),
    ...creditRoutes(parts),
    ...retentionRoutes(parts),
    ...analyticsRoutes(parts),
    ...reputationRoutes(parts),
    ...eventLogRoutes(parts),
    ...auditLogRoutes(parts),
    ...requestLogRoutes(parts),
  }
}
