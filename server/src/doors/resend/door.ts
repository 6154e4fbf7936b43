/** Resend's API, for clients that only change their base URL. See docs/moving.md. */
import type { Door } from '#http/door/door.ts'
import { accountOperations } from './account.ts'
import { apiKeyOperations } from './api-keys.ts'
import type { FileSources } from './attachments.ts'
import { broadcastOperations } from './broadcasts.ts'
import { contactImportOperations } from './contact-imports.ts'
import { contactPropertyOperations } from './contact-properties.ts'
import { contactOperations } from './contacts.ts'
import { domainOperations } from './domains.ts'
import { emailOperations } from './emails.ts'
import { describe } from './errors.ts'
import { eventOperations } from './events.ts'
import { metricOperations } from './metrics.ts'
import { segmentOperations } from './segments.ts'
import { suppressionOperations } from './suppressions.ts'
import { templateOperations } from './templates.ts'
import { topicOperations } from './topics.ts'
import { unsupported } from './unsupported.ts'
import { webhookOperations } from './webhooks.ts'

export const resendDoor = (files: FileSources): Door => ({
  name: 'resend',
  operations: [
    ...emailOperations(files),
    ...metricOperations,
    ...contactOperations,
    ...contactImportOperations,
    ...contactPropertyOperations,
    ...segmentOperations,
    ...broadcastOperations,
    ...topicOperations,
    ...eventOperations,
    ...suppressionOperations,
    ...templateOperations,
    ...webhookOperations,
    ...domainOperations,
    ...apiKeyOperations,
    ...accountOperations,
  ],
  unsupported,
  // The clients for Rust and .NET drop the path of their base URL.
  atRoot: {
    header: 'authorization',
    value: /^Bearer /i,
    words: [
      ...['emails', 'contacts', 'contact-properties', 'audiences', 'segments', 'topics', 'templates', 'broadcasts'],
      ...[
        'domains',
        'api-keys',
        'logs',
        'usage',
        'oauth',
        'webhooks',
        'suppressions',
        'automations',
        'events',
        'inboxes',
      ],
    ],
  },
  describe,
})
