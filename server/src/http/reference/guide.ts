import type { Html } from '@posthorn/look/html'
import { authentication } from './guide-authentication.ts'
import { errors } from './guide-errors.ts'
import { introduction } from './guide-introduction.ts'
import { idempotency, pagination, rateLimits, validation } from './guide-requests.ts'
import { webhookEvents } from './guide-webhooks.ts'
import type { Setting } from './setting.ts'

export type GuideSection = { id: string; title: string; content: Html }

/** What applies to every operation, before the operations. */
export const guide = (setting: Setting): GuideSection[] => [
  { id: 'introduction', title: 'Introduction', content: introduction(setting) },
  { id: 'authentication', title: 'Authentication', content: authentication() },
  { id: 'errors', title: 'Errors', content: errors(setting) },
  { id: 'idempotency', title: 'Idempotency', content: idempotency(setting) },
  { id: 'pagination', title: 'Pagination', content: pagination(setting) },
  { id: 'rate-limits', title: 'Rate limits', content: rateLimits() },
  { id: 'validation', title: 'Validation', content: validation() },
  { id: 'webhook-events', title: 'Webhook events', content: webhookEvents() },
]
