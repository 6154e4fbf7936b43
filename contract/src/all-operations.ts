import { account } from './account.ts'
import { consent } from './audience/consent.ts'
import { contactBulk } from './audience/contact-bulk.ts'
import { contactFields } from './audience/contact-fields.ts'
import { contactFiles } from './audience/contact-files.ts'
import { contactHistory } from './audience/contact-history.ts'
import { contactImport } from './audience/contact-import.ts'
import { contacts } from './audience/contacts.ts'
import { customEvents } from './audience/custom-events.ts'
import { erasures } from './audience/erasures.ts'
import { signupForms } from './audience/signup-forms.ts'
import { suppressionImport } from './audience/suppression-import.ts'
import { suppressions } from './audience/suppressions.ts'
import { topics } from './audience/topics.ts'
import { auditLog } from './audit-log.ts'
import { broadcastAnalytics } from './broadcasts/analytics.ts'
import { broadcasts } from './broadcasts/operations.ts'
import { eventLog } from './event-log.ts'
import { keys } from './keys.ts'
import { domainOperations } from './messages/domains.ts'
import { emailAttachments } from './messages/email-attachments.ts'
import { emails } from './messages/email-operations.ts'
import { sms } from './messages/sms-operations.ts'
import { templates } from './messages/templates.ts'
import type { ApiOperation } from './operation.ts'
import { requests } from './requests.ts'
import { retention } from './retention.ts'
import { segments } from './segments/segments.ts'
import { webhooks } from './webhooks.ts'
import { workflows } from './workflows/workflows.ts'

/** The API: every operation by its id, in the order of the API reference. */
export const operations = {
  ...emails,
  ...emailAttachments,
  ...sms,
  ...domainOperations,
  ...templates,
  ...contacts,
  ...contactBulk,
  ...contactImport,
  ...contactFiles,
  ...contactHistory,
  ...customEvents,
  ...contactFields,
  ...segments,
  ...erasures,
  ...consent,
  ...signupForms,
  ...suppressions,
  ...suppressionImport,
  ...topics,
  ...broadcasts,
  ...broadcastAnalytics,
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
