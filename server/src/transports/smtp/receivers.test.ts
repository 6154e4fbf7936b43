import { expect, test } from 'vitest'
import { knownReceivers, receiverOf } from './receivers.ts'
import { defaultPoolLimits } from './session-pool.ts'

test.each([
  ['google', ['gmail-smtp-in.l.google.com', 'alt1.gmail-smtp-in.l.google.com']],
  ['google', ['aspmx.l.google.com.', 'ASPMX2.GOOGLEMAIL.COM.']],
  ['google', ['smtp.google.com']],
  ['outlook', ['acme-com.mail.protection.outlook.com']],
  ['outlook', ['acme-com.a-v1.mx.microsoft']],
  ['yahoo', ['mta5.am0.yahoodns.net']],
  ['icloud', ['mx01.mail.icloud.com']],
  ['gmx', ['mx00.gmx.net']],
  ['proofpoint', ['mx0a-00169c01.gslb.pphosted.com']],
  ['mimecast', ['eu-smtp-inbound-1.mimecast.com']],
])('%s is the receiver behind the hosts %j', (name, hosts) => {
  expect(receiverOf(hosts).name).toBe(name)
})

test.each([
  ['a name that only looks like a known one', ['mx.notgoogle.com'], 'mx.notgoogle.com'],
  ['hosts in any order', ['mx2.acme.test', 'MX1.acme.test'], 'mx1.acme.test'],
])('%s: an unknown receiver, named after its first host', (_, hosts, name) => {
  expect(receiverOf(hosts)).toEqual({ ...defaultPoolLimits, name, isKnown: false })
})

test('known receivers have unique names and domains', () => {
  const ends = knownReceivers.flatMap(({ mx }) => mx)

  expect(new Set(ends).size).toBe(ends.length)
  expect(new Set(knownReceivers.map(({ name }) => name)).size).toBe(knownReceivers.length)
})
