import { expect, test } from 'vitest'
import { describeFailure } from './failure.ts'

const failing = (code: string) => Object.assign(new Error('connect to 10.0.0.7:5432 failed'), { code })

test.each([
  ['ENOTFOUND', 'the host name does not exist'],
  ['EAI_AGAIN', 'the host name could not be looked up'],
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', 'the connection was closed before an answer came'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the connection timed out'],
  ['CERT_HAS_EXPIRED', 'the certificate is not valid (CERT_HAS_EXPIRED)'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the certificate is not valid (UNABLE_TO_VERIFY_LEAF_SIGNATURE)'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate is not valid (SELF_SIGNED_CERT_IN_CHAIN)'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'the TLS handshake failed'],
  ['EMFILE', 'the connection failed (EMFILE)'],
  ['at 10.0.0.7', 'the connection failed'],
])('%s is reported as: %s', (code, words) => {
  expect(describeFailure(failing(code))).toBe(words)
})

test('an unexpected error is reported without its message', () => {
  expect(describeFailure(new Error('at 10.0.0.7'))).toBe('the connection failed')
  expect(describeFailure('at 10.0.0.7')).toBe('the connection failed')
  expect(describeFailure(failing('constructor'))).toBe('the connection failed')
})
