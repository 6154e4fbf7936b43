/** Tests the listener with swaks, a client that we did not write, where it is installed. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Report } from '#core/returned-mail.ts'
import { findProgram } from '../../../../sinks/find-program.ts'
import { type InboundMail, listenForMail } from './listener.ts'
import { readReport } from './read.ts'
import { readRoleMail } from './read-role-mail.ts'
import { postfix } from './reports.fixture.ts'

const swaks = findProgram('swaks')
const subject = { emailId: '01900000-0000-7000-8000-000000000001', nth: 0 }

let folder: string
let listener: InboundMail
const reports: Report[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-swaks-'))
  writeFileSync(join(folder, 'report'), postfix)
  listener = await listenForMail({
    host: '127.0.0.1',
    port: 0,
    hostname: 'mail.acme.test',
    log: pino({ level: 'silent' }),
    readReport,
    subjectOf: address => (address === 'b-1@bounces.acme.test' ? subject : null),
    take: async report => {
      reports.push(report)
      return 'done'
    },
    readerOf: () => null,
    unsubscribe: async () => {},
    roleMailboxOf: async () => null,
    readRoleMail,
    takeRoleMail: async () => 'done',
  })
})
afterAll(async () => {
  await listener?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})
beforeEach(() => void reports.splice(0))

const hand = (to: string, ...options: readonly string[]) =>
  promisify(execFile)(swaks ?? '', [
    ...['--server', '127.0.0.1', '--port', String(listener.port), '--helo', 'mx.far.example'],
    ...['--from', '<>', '--to', to, '--data', `@${join(folder, 'report')}`, ...options],
  ])

test.skipIf(!swaks).each([
  ['plainly', []],
  ['in a pipelined conversation', ['--pipeline']],
  ['over TLS, where the client supports it', ['--tls-optional-strict', '--no-tls-verify']],
])('swaks delivers a report %s', async (_, options) => {
  const { stdout } = await hand('b-1@bounces.acme.test', ...options)

  expect(stdout).toMatch(/<[-~]\*?\s+250 /)
  expect(reports).toMatchObject([{ subject, notices: [{ news: { kind: 'bounced' } }] }])
})

test.skipIf(!swaks)('swaks is refused for any other address', async () => {
  await expect(hand('ada@far.example')).rejects.toMatchObject({
    code: expect.any(Number),
    stdout: expect.stringMatching(/<\*\* 5\d\d /),
  })

  expect(reports).toEqual([])
})
