import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { expect, test } from 'vitest'
import { selfSigned } from './self-signed.ts'

test.each(['mail.acme.test', 'a', 'x'.repeat(200)])('the certificate for %s is valid and self-signed', name => {
  const { key, cert } = selfSigned(name)

  const certificate = new X509Certificate(cert)
  expect(certificate.subject).toBe(`CN=${name.slice(0, 64)}`)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(certificate.validToDate.getFullYear()).toBe(2049)
})

test('a server can use it with a name of any length', () => {
  for (let length = 1; length <= 64; length++) createSecureContext(selfSigned('x'.repeat(length)))
})

test('each certificate is unique', () => {
  const [one, other] = [selfSigned('mail.acme.test'), selfSigned('mail.acme.test')]

  expect(one.key).not.toBe(other.key)
  expect(new X509Certificate(one.cert).serialNumber).not.toBe(new X509Certificate(other.cert).serialNumber)
})
