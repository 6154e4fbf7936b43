import { expect, test } from 'vitest'
import { tlsTrouble } from './tls-trouble.ts'

const advice = '; if the root CA is installed locally, try running Node.js with --use-system-ca'
const said = (message: string, facts: object) => tlsTrouble('mx.example', Object.assign(new Error(message), facts))

test.each([
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    `unable to verify the first certificate${advice}`,
    'mx.example has a certificate that this machine does not trust (unable to verify the first certificate)',
  ],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    `self-signed certificate in certificate chain${advice}`,
    'mx.example has a certificate that this machine does not trust (self-signed certificate in certificate chain)',
  ],
  ['EPROTO', 'write EPROTO 80:error:0A00:SSL routines:x:../deps/y.c:77:', 'TLS with mx.example failed (EPROTO)'],
  ['CERT_HAS_EXPIRED', 'certificate has expired', 'mx.example has a certificate that has expired'],
])('%s', (code, message, words) => {
  expect(said(message, { code })).toBe(words)
})

test('a certificate for another name is reported with its names', () => {
  const reason = "Host: mx.example. is not in the cert's altnames: DNS:other.example"
  const facts = { code: 'ERR_TLS_CERT_ALTNAME_INVALID', reason }

  expect(said(`Hostname/IP does not match certificate's altnames: ${reason}`, facts)).toBe(
    `mx.example has a certificate for another name (${reason})`,
  )
})

test('other errors are undefined', () => {
  expect(said('read ECONNRESET', { code: 'ECONNRESET' })).toBeUndefined()
  expect(said('Something', {})).toBeUndefined()
})
