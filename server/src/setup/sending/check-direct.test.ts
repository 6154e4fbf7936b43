import { expect, test } from 'vitest'
import type { LookUp } from '#resources/messages/domains/dns/look-up.ts'
import { checkDirect } from './check-direct.ts'

const names: Record<string, readonly string[]> = {
  'A mail.acme.test': ['192.0.2.1'],
  'AAAA mail.acme.test': [],
  'PTR 1.2.0.192.in-addr.arpa': ['mail.acme.test'],
  'A known.test': ['192.0.2.9'],
}
const knowing =
  (table: typeof names): LookUp =>
  async ({ name, type }) => ({ kind: 'answer', seen: [...(table[`${type} ${name}`] ?? [])] })

const look = (table: typeof names, kind: 'greeted' | 'no_connection') =>
  checkDirect({
    hostname: 'mail.acme.test',
    lookUp: knowing(table),
    probes: {
      knownMailServer: 'known.test',
      allowsMail: () => true,
      greetMailServer: async () => ({ kind, words: kind === 'greeted' ? '220 hello' : 'ETIMEDOUT' }),
    },
  })

test('a machine with matching forward and reverse DNS and an open port 25 is good', async () => {
  expect(await look(names, 'greeted')).toMatchObject({ result: 'good' })
})

test('a closed port 25 is reported first, because nothing else matters then', async () => {
  expect(await look({ ...names, 'PTR 1.2.0.192.in-addr.arpa': [] }, 'no_connection')).toMatchObject({
    result: 'failed',
    message: 'known.test cannot be reached on port 25. Your provider most likely blocks it.',
    advice: expect.stringContaining('send through a relay'),
  })
})

test('an address without reverse DNS is doubtful', async () => {
  expect(await look({ ...names, 'PTR 1.2.0.192.in-addr.arpa': [] }, 'greeted')).toMatchObject({
    result: 'doubtful',
    message: expect.stringContaining('does not give its name'),
    advice: expect.stringContaining('PTR'),
  })
})
