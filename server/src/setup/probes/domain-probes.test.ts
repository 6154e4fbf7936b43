import { expect, test } from 'vitest'
import { cachedGreeting } from './domain-probes.ts'

test('a mail server is contacted once in ten minutes, however many people check a domain', async () => {
  let ms = 0
  const greeted: string[] = []
  const greet = cachedGreeting(
    async address => {
      greeted.push(address)
      return { kind: 'greeted', words: `220 ${greeted.length}` }
    },
    () => ms,
  )

  const [one, other] = await Promise.all([greet('192.0.2.1'), greet('192.0.2.1')])
  ms = 599_999
  await greet('192.0.2.1')
  expect([one, other, greeted.length]).toEqual([one, one, 1])

  await greet('192.0.2.2')
  ms = 1_300_000
  await greet('192.0.2.2')
  expect(greeted).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.2'])
})
