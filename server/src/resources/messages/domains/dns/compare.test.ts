import { expect, test } from 'vitest'
import { compareRecord } from './compare.ts'
import type { DnsRecord } from './records.ts'

const dkim = { purpose: 'dkim_rsa', name: 'x', type: 'TXT', value: 'v=DKIM1; k=rsa; p=AbC+/d==' } satisfies DnsRecord
const ed25519 = { ...dkim, purpose: 'dkim_ed25519', value: 'v=DKIM1; k=ed25519; p=AbC=' } satisfies DnsRecord
const spf = { purpose: 'spf', name: 'x', type: 'TXT', value: 'v=spf1 a:mail.test ~all' } satisfies DnsRecord
const tlsRpt = {
  purpose: 'tls_rpt',
  name: 'x',
  type: 'TXT',
  value: 'v=TLSRPTv1; rua=mailto:a@b.test',
} satisfies DnsRecord
const dmarc = { purpose: 'dmarc', name: 'x', type: 'TXT', value: 'v=DMARC1; p=none' } satisfies DnsRecord
const mx = { purpose: 'return_path', name: 'x', type: 'MX', value: '10 mail.test' } satisfies DnsRecord

test.each<[DnsRecord, string, string[]]>([
  [dkim, 'found', ['v=DKIM1; k=rsa; p=AbC+/d==']],
  [dkim, 'found', ['p=AbC+/d==']],
  [dkim, 'found', [' v = DKIM1;k=rsa ; t=s; p=Ab C+/\td= =;']],
  [dkim, 'found', ['v=spf1 -all', 'v=DKIM1; p=AbC+/d==']],
  [dkim, 'found', ['v=DKIM1; k=RSA; p=AbC+/d==']],
  [dkim, 'missing', []],
  [dkim, 'different', ['v=DKIM1; k=rsa; p=']],
  [dkim, 'different', ['v=DKIM1; k=rsa; p=abc+/d==']],
  [dkim, 'different', ['v=DKIM1; k=ed25519; p=AbC+/d==']],
  [dkim, 'different', ['google-site-verification=AbC+/d==']],
  [ed25519, 'found', ['v=DKIM1; k=ed25519; p=AbC=']],
  [ed25519, 'different', ['v=DKIM1; p=AbC=']],
  [spf, 'found', ['v=spf1 include:relay.test -all']],
  [spf, 'found', ['other', 'V=SPF1']],
  [spf, 'missing', []],
  [spf, 'missing', ['v=spf10 all', 'other']],
  [spf, 'different', ['v=spf1 -all', 'v=spf1 ~all']],
  [dmarc, 'found', ['v=DMARC1; p=reject; rua=mailto:a@b.test']],
  [dmarc, 'found', ['v = DMARC1 ;p=none']],
  [dmarc, 'missing', ['v=DMARC10; p=none']],
  [dmarc, 'missing', []],
  [dmarc, 'different', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']],
  [tlsRpt, 'found', ['v=TLSRPTv1; rua=https://a.test/']],
  [tlsRpt, 'missing', ['v=TLSRPTv2; rua=mailto:a@b.test']],
  [tlsRpt, 'different', ['v=TLSRPTv1;rua=mailto:a@b.test', 'v=TLSRPTv1;rua=mailto:c@b.test']],
  [mx, 'found', ['10 mail.test']],
  [mx, 'found', ['5 MAIL.Test.']],
  [mx, 'found', ['20 backup.test', '10 mail.test']],
  [mx, 'missing', []],
  [mx, 'different', ['10 other.test']],
  [mx, 'different', ['5 other.test', '10 mail.test']],
  [mx, 'different', ['0 ']],
])('%j is %s in %j', (record, state, seen) => {
  expect(compareRecord(record, seen)).toBe(state)
})
