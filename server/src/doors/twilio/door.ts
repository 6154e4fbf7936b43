/** Twilio's API for messages, for clients that only change their base URL. See docs/moving.md. */
import type { Door } from '#http/door/door.ts'
import { describe } from './errors.ts'
import { keyOf } from './key.ts'
import { messageOperations } from './messages.ts'
import { unsupported } from './unsupported.ts'

export const twilioDoor: Door = {
  name: 'twilio',
  operations: messageOperations,
  unsupported,
  // Most of Twilio's libraries cannot be configured with a path, only with another host.
  atRoot: { header: 'authorization', value: /^Basic /i, words: ['2010-04-01'] },
  keyOf,
  bodies: 'form',
  describe,
}
