/** Resend's API, for whoever changes the address of its client and nothing else. See docs/moving.md. */
import type { Door } from '#http/door/door.ts'
import type { FetchFile } from './attachments.ts'
import { emailOperations } from './emails.ts'
import { describe } from './errors.ts'
import { leftOut } from './left-out.ts'

export const resendDoor = (fetchFile: FetchFile): Door => ({
  name: 'resend',
  operations: [...emailOperations(fetchFile)],
  leftOut,
  // Clients for Rust and .NET drop the path of the address that they are given.
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
