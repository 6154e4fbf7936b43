/** Twilio's API for messages, for whoever changes the address of its client and nothing else. See docs/moving.md. */
import type { Door } from '#http/door/door.ts'
import { describe } from './errors.ts'
import { keyOf } from './key.ts'
import { messageOperations } from './messages.ts'

export const twilioDoor: Door = {
  name: 'twilio',
  operations: messageOperations,
  leftOut: [],
  // Clients that cannot be given a path, as most of its libraries: their requests are sent on to another host only.
  atRoot: { header: 'authorization', value: /^Basic /i, words: ['2010-04-01'] },
  keyOf,
  bodies: 'form',
  describe,
}
