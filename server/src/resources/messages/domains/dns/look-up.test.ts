import { expect, test } from 'vitest'
import { startDnsStub } from '../../../../../../sinks/dns-stub.ts'
import { dnsLookUp } from './look-up.ts'

test.each([
  ['TXT', 'silent'],
  ['MX', 'silent'],
  ['TXT', 'servfail'],
  ['MX', 'refused'],
] as const)('DNS that does not answer about %s (%s) is told apart from DNS that says no', async (type, mishap) => {
  await using dns = await startDnsStub()
  dns.table['unanswered.example'] = mishap
  const [impatient, patient] = [dnsLookUp([dns.server], 100), dnsLookUp([dns.server])]

  expect(await impatient({ name: 'unanswered.example', type })).toMatchObject({ kind: 'no_answer' })
  expect(await patient({ name: 'nowhere.example', type })).toEqual({ kind: 'answer', seen: [] })
})
