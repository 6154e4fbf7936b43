/** The jobs of a worker: the recurring ones, and what performs each kind. */
import type { Clock } from '#core/clock.ts'
import type { Sealer } from '#core/seal.ts'
import type { Tasks } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { alertSchedules, alertTasks } from '#resources/account/alerts/tasks.ts'
import { idempotencySchedules, idempotencyTasks } from '#resources/account/idempotency/tasks.ts'
import { memberTasks } from '#resources/account/members/tasks.ts'
import { rateLimitSchedules, rateLimitTasks } from '#resources/account/rate-limits/tasks.ts'
import { retentionSchedules, retentionTasks } from '#resources/account/retention/tasks.ts'
import { searchBlockSchedules, searchBlockTasks } from '#resources/account/search-blocks/tasks.ts'
import { contactFileTasks } from '#resources/audience/contact-files/tasks.ts'
import { contactTasks } from '#resources/audience/contacts/tasks.ts'
import { erasureTasks } from '#resources/audience/erasure/tasks.ts'
import { eventLogSchedules, eventLogTasks } from '#resources/automation/event-log/tasks.ts'
import { testClockTasks } from '#resources/automation/test-clock/tasks.ts'
import { webhookTasks } from '#resources/automation/webhooks/tasks.ts'
import { workflowTasks } from '#resources/automation/workflows/tasks.ts'
import { broadcastTasks } from '#resources/messages/broadcasts/tasks.ts'
import { domainReportSchedules, domainReportTasks } from '#resources/messages/domain-reports/tasks.ts'
import { dnsLookUp } from '#resources/messages/domains/dns/look-up.ts'
import { keySafe } from '#resources/messages/domains/key-safe.ts'
import { domainSchedules, domainTasks } from '#resources/messages/domains/tasks.ts'
import { releaseWaiting } from '#resources/messages/emails/later/release-waiting.ts'
import { emailSearchSchedules, emailSearchTasks } from '#resources/messages/emails/read/tasks.ts'
import type { SendSystemMail } from '#resources/messages/emails/system-mail.ts'
import { emailSchedules, emailTasks } from '#resources/messages/emails/tasks.ts'
import { reputationSchedules, reputationTasks } from '#resources/messages/reputation/tasks.ts'
import { smsSchedules, smsTasks } from '#resources/messages/sms/tasks.ts'
import type { Bodies } from '#setup/bodies.ts'
import { publicUrlOf } from '#setup/public-url.ts'
import type { Config } from '#setup/settings.ts'
import type { WebhookPoster } from '#transports/webhook.ts'

export const schedules = [
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

export type JobParts = {
  config: Config
  database: Database
  clock: Clock
  /** The secret of the installation. */
  secret: Buffer
  sealer: Sealer
  bodies: Bodies
  poster: WebhookPoster
  sendSystemMail: SendSystemMail
}

export function jobTasks({ config, database, clock, secret, sealer, bodies, poster, sendSystemMail }: JobParts): Tasks {
  const { db } = database
  const mailing = { database, clock, publicUrl: publicUrlOf(config), sendSystemMail }
  return {
    ...memberTasks({ ...mailing, key: config.encryptionKey ?? secret }),
    ...alertTasks({ ...mailing, poster, sealer }),
    ...smsTasks(database),
    ...webhookTasks(database),
    ...eventLogTasks(database),
    ...workflowTasks(database, clock),
    ...testClockTasks(database, clock),
    ...idempotencyTasks(database),
    ...rateLimitTasks(database),
    ...domainTasks({
      ...{ database, clock, hostname: config.hostname, lookUp: dnsLookUp(config.dnsServers) },
      safe: keySafe(sealer),
    }),
    ...domainReportTasks(database, clock),
    ...emailSearchTasks(db, clock),
    ...searchBlockTasks(db, clock),
    ...erasureTasks(database, clock, bodies.fetch),
    ...contactTasks(database),
    ...contactFileTasks(database, clock),
    ...retentionTasks(database, clock, { audit: config.auditLogDays, requests: config.requestLogDays }),
    ...emailTasks(database, bodies.objects),
    ...broadcastTasks(database),
    ...reputationTasks({ database, clock, releaseWaiting }),
  }
}
