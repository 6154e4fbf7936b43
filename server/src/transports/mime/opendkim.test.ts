/** Checks our signatures with OpenDKIM, the verifier of many mail servers, if it is installed. */
import { execFile } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from '../../../../sinks/find-program.ts'
import type { Outgoing } from '../transport.ts'
import { compose } from './compose.ts'
import { sign } from './dkim.ts'
import { file, outgoing } from './message.fixture.ts'

const opendkim = findProgram('opendkim')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')
const keys = [
  { domain: 'acme.test', selector: 'r', privateKey: rsa.privateKey },
  { domain: 'acme.test', selector: 'e', privateKey: ed25519.privateKey },
]
const der = (key: KeyObject) => key.export({ type: 'spki', format: 'der' })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-opendkim-'))
  const records = [
    `r._domainkey.acme.test v=DKIM1; k=rsa; p=${der(rsa.publicKey).toString('base64')}\n`,
    `e._domainkey.acme.test v=DKIM1; k=ed25519; p=${der(ed25519.publicKey).subarray(-32).toString('base64')}\n`,
  ]
  writeFileSync(join(folder, 'keys'), records.join(''))
  writeFileSync(join(folder, 'config'), `Mode v\nSyslog no\nTestPublicKeys ${join(folder, 'keys')}\n`)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** OpenDKIM rejects signatures from the future. */
const signed = async (special: Partial<Outgoing>) =>
  sign(await compose(outgoing({ date: new Date(), ...special })), keys)

/** The result for each signature. */
async function verdicts(message: Buffer): Promise<string[]> {
  const path = join(folder, 'message')
  writeFileSync(path, message)
  const { stdout } = await promisify(execFile)(opendkim ?? '', ['-x', join(folder, 'config'), '-vv', '-t', path])
  return [...stdout.matchAll(/dkim=(\w+).*header\.a=([\w-]+)/g)].map(
    ([, verdict, algorithm]) => `${algorithm} ${verdict}`,
  )
}

const messages: [string, Partial<Outgoing>][] = [
  ['a plain text', {}],
  ['every script', { subject: 'Grüße, 你好, 👋', text: 'Ünï 😀\r\n'.repeat(300) }],
  ['spaces at the ends of lines and of the text', { text: 'one  \r\n\ttwo\t\r\n   \r\n\r\n\r\n' }],
  ['html, text and a file', { html: '<p>Hi &amp; bye</p>', text: 'Hi', attachments: [file({})] }],
  ['many recipients', { to: Array.from({ length: 50 }, (_, nth) => `reader-number-${nth}@a-long-name.example`) }],
]

test.skipIf(!opendkim).each(messages)('OpenDKIM accepts our signatures of %s', async (_, special) => {
  expect(await verdicts(await signed(special))).toEqual(['rsa-sha256 pass', 'ed25519-sha256 pass'])
})

test.skipIf(!opendkim)('OpenDKIM rejects our signatures of a changed message', async () => {
  const message = await signed({ text: 'Pay 10 to Ada' })

  const forged = Buffer.from(message.toString('latin1').replace('Pay 10', 'Pay 99'), 'latin1')

  expect(await verdicts(forged)).toEqual(['rsa-sha256 fail', 'ed25519-sha256 fail'])
})
