import { createHash, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { smtpCertificate } from '../../../../../sinks/smtp-certificate.ts'
import { isNamedByAny, isUsable, type Tlsa } from './tlsa.ts'

/** For mx.example.test, valid from 2020 to 2030, signed by the authority below. For tests only: the keys were deleted. */
const host = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBiTCCAS+gAwIBAgIBBDAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdQb3N0aG9y
biB0ZXN0IGF1dGhvcml0eTAeFw0yMDAxMDEwMDAwMDBaFw0zMDAxMDEwMDAwMDBa
MBoxGDAWBgNVBAMMD214LmV4YW1wbGUudGVzdDBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABC5aZHMgYHb3BskLyl1osGhtoeC16vfb9hFOhLVg9amYiROr2yqQFGyg
WtWyWkhs5upN4y7nmQzI8dgp1nFsuiqjXjBcMBoGA1UdEQQTMBGCD214LmV4YW1w
bGUudGVzdDAdBgNVHQ4EFgQUI9U+5LeARuZuE6EFNTr31ZYvRawwHwYDVR0jBBgw
FoAUEs1n6wvGkCJfsBqiBXN8fkIrrVowCgYIKoZIzj0EAwIDSAAwRQIgYqRQxyUt
UTymW+/9buqkra6v/Os8gFiME+upOBhnW00CIQC5sonh/R2Ut3nbsPSbmeizWTBw
d+jZ8FsF7wW7y3+OWg==
-----END CERTIFICATE-----`)
const authority = new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIBZzCCAQ2gAwIBAgIBAzAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdQb3N0aG9y
biB0ZXN0IGF1dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAw
MFowIjEgMB4GA1UEAwwXUG9zdGhvcm4gdGVzdCBhdXRob3JpdHkwWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAASygELTenY+zTs3Ko5ZkWOKRrI+xL2Fzi3WYs/FwBXZ
tjcHw+1T7CCHeBgfVDFHCSmr/TMkZSt9De5G9jM0BWe7ozIwMDAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBQSzWfrC8aQIl+wGqIFc3x+QiutWjAKBggqhkjOPQQD
AgNIADBFAiEA4s0XPWUwVOp2vT+1J9FrhTq8o8rl//wc2oQfpGcNaDYCIFAnMakV
bvqIM8CMmiLNqNgTKJ7kWKH/6wtWuCZubUms
-----END CERTIFICATE-----`)
const stranger = new X509Certificate(smtpCertificate.cert)

const spkiOf = (certificate: X509Certificate) => certificate.publicKey.export({ type: 'spki', format: 'der' })
const hashed = (type: 'sha256' | 'sha512', bytes: Buffer) => createHash(type).update(bytes).digest()
const chain = [host, authority]
const in2026 = new Date('2026-11-16')
const isNamed = (record: Tlsa, { certificates = chain, name = 'mx.example.test', at = in2026 } = {}) =>
  isNamedByAny([record], certificates, name, at)

const ofHost: Tlsa = { usage: 3, selector: 1, matchingType: 1, certificate: hashed('sha256', spkiOf(host)) }
const ofAuthority: Tlsa = { usage: 2, selector: 0, matchingType: 1, certificate: hashed('sha256', authority.raw) }

test.each([
  ['3 1 1', ofHost],
  ['3 0 1', { ...ofHost, selector: 0, certificate: hashed('sha256', host.raw) }],
  ['3 1 2', { ...ofHost, matchingType: 2, certificate: hashed('sha512', spkiOf(host)) }],
  ['3 0 0', { ...ofHost, selector: 0, matchingType: 0, certificate: host.raw }],
  ['2 0 1', ofAuthority],
  ['2 1 1', { ...ofAuthority, selector: 1, certificate: hashed('sha256', spkiOf(authority)) }],
])('%s matches the certificate', (_, record) => {
  expect(isNamed(record)).toBe(true)
})

test("for the host's own certificate, name and dates are ignored; for one signed by an authority, they are checked", () => {
  const elsewhere = { name: 'mx.other.test', at: new Date('2031-01-01') }

  expect(isNamed(ofHost, elsewhere)).toBe(true)
  expect(isNamed(ofAuthority, { name: 'mx.other.test' })).toBe(false)
  expect(isNamed(ofAuthority, { at: new Date('2031-01-01') })).toBe(false)
})

test.each([
  ['the host has another certificate', ofHost, { certificates: [stranger] }],
  ['only a certificate above matches', ofHost, { certificates: [stranger, host] }],
  [
    'the matching certificate has not signed the one below',
    { ...ofAuthority, certificate: hashed('sha256', stranger.raw) },
    { certificates: [host, stranger] },
  ],
  ['the authority is not sent', ofAuthority, { certificates: [host] }],
  ['no certificate is sent', ofHost, { certificates: [] }],
  ['the record is truncated', { ...ofHost, certificate: ofHost.certificate.subarray(0, 31) }, {}],
  ['the record is empty', { ...ofHost, certificate: Buffer.alloc(0) }, {}],
])('nothing matches when %s', (_, record, given) => {
  expect(isNamed(record, given)).toBe(false)
})

test.each([
  [{ ...ofHost, usage: 0 }, false],
  [{ ...ofHost, usage: 1 }, false],
  [{ ...ofHost, selector: 2 }, false],
  [{ ...ofHost, matchingType: 3 }, false],
  [ofHost, true],
  [ofAuthority, true],
])('%j can be checked: %s', (record, expected) => {
  expect(isUsable(record)).toBe(expected)
})
