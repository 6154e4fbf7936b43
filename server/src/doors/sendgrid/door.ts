/** SendGrid's API for sending, for whoever changes the address of its client and nothing else. See docs/moving.md. */
import type { Door } from '#http/door/door.ts'
import { describe } from './errors.ts'
import { leftOut } from './left-out.ts'
import { mailOperations } from './mail-send.ts'

export const sendgridDoor: Door = {
  name: 'sendgrid',
  operations: mailOperations,
  leftOut,
  // The client for Java drops the path of the address that it is given.
  atRoot: { header: 'authorization', value: /^Bearer /i, words: ['v3'] },
  describe,
}
