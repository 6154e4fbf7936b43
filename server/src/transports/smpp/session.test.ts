import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { encodePdu } from './pdu.ts'
import { Session } from './session.ts'
import { defaultTiming } from './timing.ts'

test('a peer that sends requests but reads no answers is disconnected before they fill the memory', async () => {
  // `as`: a session uses only what every stream has.
  const unread = new Duplex({ read() {}, write() {} }) as Socket
  const session = new Session(unread, defaultTiming, async () => 0)
  const questions = Buffer.concat(Array.from({ length: 1_000 }, (_, nth) => encodePdu('enquire_link', nth + 1, 0)))

  for (let rounds = 0; rounds < 1_000 && session.isOpen; rounds++) unread.emit('data', questions)

  expect(session.isOpen).toBe(false)
  expect(await session.ended).toBe('the peer reads nothing')
  expect(unread.writableLength).toBeLessThan(5_000_000)
})
