import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '#transports/inbound-mail/self-signed.ts'
import { checkSubmission } from './submission.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-certificate-'))
  const { cert, key } = selfSigned('mail.acme.test')
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  writeFileSync(join(folder, 'other.pem'), selfSigned('mail.acme.test').key)
})
afterAll(() => rmSync(folder, { recursive: true }))

const plain = {
  ...{ submissionPort: 587, submissionTlsPort: null, submissionHost: null, host: '127.0.0.1', hostname: null },
  ...{ submissionCertificateFile: null, submissionKeyFile: null },
}
const withFiles = (key = 'key.pem') => ({
  ...{ ...plain, host: '0.0.0.0' },
  ...{ submissionCertificateFile: join(folder, 'cert.pem'), submissionKeyFile: join(folder, key) },
})
const now = new Date('2026-11-17T00:00:00Z')

test.each([
  ['no port', { ...plain, submissionPort: null }, now, undefined],
  ['only this machine', plain, now, 'ok'],
  ['others, without a certificate', { ...plain, submissionHost: '0.0.0.0' }, now, 'warning'],
  ['only the TLS port', { ...plain, submissionPort: null, submissionTlsPort: 465, host: '::' }, now, 'warning'],
])('%s', (_, config, at, status) => {
  expect(checkSubmission(config, at)[0]?.status).toBe(status)
})

test.each([
  ['one that is good', undefined, now, 'ok', 'valid for'],
  ['one that expires soon', undefined, new Date('2049-12-25T00:00:00Z'), 'warning', 'expires in 6 days'],
  ['one that expires in hours', undefined, new Date('2049-12-31T12:00:00Z'), 'warning', 'expires within a day.'],
  ['one that has expired', undefined, new Date('2050-01-02T00:00:00Z'), 'error', 'has expired'],
  ['the key of another one', 'other.pem', now, 'error', 'cannot be used'],
  ['no key', 'missing.pem', now, 'error', 'cannot be used'],
])('a certificate: %s', (_, key, at, status, message) => {
  expect(checkSubmission(withFiles(key), at)).toMatchObject([{ status, message: expect.stringContaining(message) }])
})

test('a certificate for another name', () => {
  expect(checkSubmission({ ...withFiles(), hostname: 'other.acme.test' }, now)).toMatchObject([{ status: 'warning' }])
})
