import { account } from './account.ts'
import { auditLog } from './audit-log.ts'
import { consent } from './consent.ts'
import { contactBulk } from './contact-bulk.ts'
import { contactFields } from './contact-fields.ts'
import { contactHistory } from './contact-history.ts'
import { contactImport } from './contact-import.ts'
import { contacts } from './contacts.ts'
import { customEvents } from './custom-events.ts'
import { emails } from './email-operations.ts'
import { erasures } from './erasures.ts'
import { eventLog } from './event-log.ts'
import { keys } from './keys.ts'
import type { ApiOperation } from './operation.ts'
import { requests } from './requests.ts'
import { retention } from './retention.ts'
import { sms } from './sms.ts'
import { suppressions } from './suppressions.ts'
import { templates } from './templates.ts'
import { topics } from './topics.ts'
import { webhooks } from './webhooks.ts'
import { workflows } from './workflows.ts'

/** The API: every operation by its id, in the order of the reference. */
export const operations = {
  ...emails,
  ...sms,
  ...templates,
  ...contacts,
  ...contactBulk,
  ...contactImport,
  ...contactHistory,
  ...customEvents,
  ...contactFields,
  ...erasures,
  ...consent,
  ...suppressions,
  ...topics,
  ...workflows,
  ...webhooks,
  ...eventLog,
  ...account,
  ...keys,
  ...retention,
  ...requests,
  ...auditLog,
} as const

export type Operations = typeof operations
export type OperationId = keyof Operations

export const allOperations: readonly ApiOperation[] = Object.values(operations)
