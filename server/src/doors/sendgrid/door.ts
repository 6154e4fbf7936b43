/** SendGrid's API for sending, for clients that only change their base URL. See docs/moving.md. */
import type { Door } from '#http/door/door.ts'
import { describe } from './errors.ts'
import { leftOut } from './left-out.ts'
import { mailOperations } from './mail-send.ts'

export const sendgridDoor: Door = {
  name: 'sendgrid',
  operations: mailOperations,
  leftOut,
  // The client for Java drops the path of its base URL.
  atRoot: { header: 'authorization', value: /^Bearer /i, words: ['v3'] },
  describe,
}
