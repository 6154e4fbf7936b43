/** Twilio's API for messages, for whoever changes the address of its client and nothing else. See docs/moving.md. */
import type { Door } from '#http/door/door.ts'
import { describe } from './errors.ts'
import { messageOperations } from './messages.ts'

export const twilioDoor: Door = {
  name: 'twilio',
  operations: messageOperations,
  leftOut: [],
  // Clients that cannot be given a path, as most of its libraries: their requests are sent on to another host only.
  atRoot: { header: 'authorization', value: /^Basic /i, words: ['2010-04-01'] },
  keyOf: ({ authorization = '' }) => {
    const [, encoded] = /^Basic ([\w+/=]{1,1000})$/i.exec(authorization) ?? []
    // Whatever account is named: the key decides.
    return encoded && /:(.+)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1]
  },
  bodies: 'form',
  describe,
}
