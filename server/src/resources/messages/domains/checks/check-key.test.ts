import { expect, test } from 'vitest'
import { startDnsStub } from '../../../../../../sinks/dns-stub.ts'
import { findRecords } from '../dns/findings.ts'
import { dnsLookUp } from '../dns/look-up.ts'
import type { DnsRecord } from '../dns/records.ts'
import { checkKey, isKeyFinding } from './check-key.ts'

const rsa = {
  purpose: 'dkim_rsa',
  name: 'k._domainkey.example.com',
  type: 'TXT',
  value: 'v=DKIM1; k=rsa; p=AbC+/d==',
} as const
const ed25519 = { ...rsa, purpose: 'dkim_ed25519', value: 'v=DKIM1; k=ed25519; p=AbC=' } as const

async function check(record: DnsRecord, entry: readonly string[] | 'servfail') {
  await using dns = await startDnsStub({ [record.name]: entry === 'servfail' ? entry : { TXT: entry } })
  const [found] = (await findRecords(dnsLookUp([dns.server]), [record])).filter(isKeyFinding)
  if (!found) throw new Error('no finding')
  return checkKey(found)
}

test.each<[DnsRecord, string, string, readonly string[] | 'servfail']>([
  [rsa, 'right', 'good', ['v=DKIM1; k=rsa; p=AbC+/d==']],
  [rsa, 'right', 'good', ['p=AbC+/d==']],
  [rsa, 'right', 'good', [' v = DKIM1;k=rsa ; t=s; h=sha1:sha256; s=email; p=Ab C+/\td= =;']],
  [rsa, 'right', 'good', ['v=spf1 -all', 'v=DKIM1; p=AbC+/d==']],
  [rsa, 'capitals', 'advice', ['v=DKIM1; k=RSA; p=AbC+/d==']],
  [rsa, 'capitals', 'advice', ['v=DKIM1; h=SHA1:SHA256; s=Email; p=AbC+/d==']],
  [ed25519, 'capitals', 'advice', ['v=DKIM1; k=Ed25519; p=AbC=']],
  [rsa, 'testing', 'advice', ['v=DKIM1; t=y:s; p=AbC+/d==']],
  [rsa, 'testing', 'advice', ['v=DKIM1; k=RSA; t=Y; p=AbC+/d==']],
  [rsa, 'missing', 'fault', []],
  [rsa, 'missing', 'fault', ['v=spf1 -all']],
  [ed25519, 'missing', 'advice', []],
  [rsa, 'revoked', 'fault', ['v=DKIM1; k=rsa; p=']],
  [rsa, 'wrong_key', 'fault', ['v=DKIM1; k=rsa; p=abc+/d==']],
  [rsa, 'wrong_key', 'fault', ['v=DKIM1; k=ed25519; p=AbC+/d==']],
  [ed25519, 'wrong_key', 'fault', ['v=DKIM1; p=AbC=']],
  [rsa, 'restricted', 'fault', ['v=DKIM1; h=sha1; p=AbC+/d==']],
  [rsa, 'restricted', 'fault', ['v=DKIM1; s=tlsrpt; p=AbC+/d==']],
  [rsa, 'broken', 'fault', ['v=DKIM1; k=rsa']],
  [rsa, 'broken', 'fault', ['v=DKIM1; p=AbC+/d==; p=AbC+/d==']],
  [rsa, 'broken', 'fault', ['v=DKIM2; p=AbC+/d==']],
  [rsa, 'broken', 'fault', ['v=dkim1; p=AbC+/d==']],
  [rsa, 'broken', 'fault', ['k=rsa; v=DKIM1; p=AbC+/d==']],
  [rsa, 'several_records', 'fault', ['v=DKIM1; p=AbC+/d==', 'v=DKIM1; p=']],
  [rsa, 'no_answer', 'unknown', 'servfail'],
])('%j is %s (%s) in %j', async (record, result, level, entry) => {
  const line = ['right', 'no_answer'].includes(result) ? null : `${record.name}. IN TXT "${record.value}"`

  expect(await check(record, entry)).toMatchObject({ about: record.purpose, result, level, line })
})
