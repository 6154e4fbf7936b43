import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readReport } from './audit.ts'
import { faultsOfLockFile, isBefore, type LockFile } from './lock-file.ts'

const good: LockFile = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'))
const mailer = 'node_modules/nodemailer'
const withMailer = (fields: object) => ({
  packages: { ...good.packages, [mailer]: { ...good.packages[mailer], ...fields } },
})

test('our lock file has no faults', () => {
  expect(good.packages[mailer]).toBeDefined()
  expect(faultsOfLockFile(good)).toEqual([])
})

test.each([
  ['without a hash', { integrity: undefined }],
  ['with a weak hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
  ['from an address', { resolved: 'https://example.com/nodemailer.tgz' }],
  ['that is too old', { version: '9.1.0' }],
  ['from before the release', { version: '9.1.1-beta.1' }],
])('a package %s is a fault', (_what, fields) => {
  expect(faultsOfLockFile(withMailer(fields))).toEqual([expect.stringContaining(mailer)])
})

test('an empty lock file and a floor without its package are faults', () => {
  const packages = Object.fromEntries(Object.entries(good.packages).filter(([path]) => !path.endsWith(mailer)))

  expect(faultsOfLockFile({ packages: {} })).not.toEqual([])
  expect(faultsOfLockFile({ packages })).toEqual([expect.stringContaining('nodemailer has a floor')])
})

test.each([
  ['9.1.1', '9.1.1', false],
  ['9.1.10', '9.1.9', false],
  ['10.0.0', '9.1.1', false],
  ['9.0.9', '9.1.1', true],
  ['8.9.9', '9.1.1', true],
])('%s before %s: %s', (version, floor, expected) => {
  expect(isBefore(version, floor)).toBe(expected)
})

const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities })

test('a report is clean, or lists what is high or critical', () => {
  expect(readReport(report({}))).toEqual({ kind: 'clean' })
  expect(readReport(report({ a: { severity: 'moderate' } }))).toEqual({ kind: 'clean' })
  expect(readReport(report({ a: { severity: 'high' }, b: { severity: 'critical' }, c: { severity: 'low' } }))).toEqual({
    kind: 'vulnerable',
    packages: ['a', 'b'],
  })
})

test.each([
  '',
  'Bad gateway',
  '{}',
  'null',
  '{"message":"405 Method Not Allowed","statusCode":405}',
  '{"auditReportVersion":2}',
])('anything but a report is never clean: %s', text => {
  expect(readReport(text)).toMatchObject({ kind: 'not asked' })
})
