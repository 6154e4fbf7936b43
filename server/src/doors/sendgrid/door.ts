/** SendGrid's API for sending, for clients that only change their base URL. See docs/moving.md. */
import type { Door } from '#http/door/door.ts'
import { describe } from './errors.ts'
import { mailOperations } from './mail-send.ts'
import { unsupported } from './unsupported.ts'

export const sendgridDoor: Door = {
  name: 'sendgrid',
  operations: mailOperations,
  unsupported,
  // The client for Java drops the path of its base URL.
  atRoot: { header: 'authorization', value: /^Bearer /i, words: ['v3'] },
  describe,
}
