import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { DkimKey } from '../transport.ts'
import { compose } from './compose.ts'
import { sign } from './dkim.ts'
import { outgoing } from './message.fixture.ts'

afterEach(() => vi.useRealTimers())

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')

const rsaKey: DkimKey = { domain: 'acme.test', selector: 'rsa1', privateKey: rsa.privateKey }
const ed25519Key: DkimKey = { domain: 'acme.test', selector: 'ed1', privateKey: ed25519.privateKey }
const bothKeys = [rsaKey, ed25519Key]

const records: Record<string, string> = {
  'rsa1._domainkey.acme.test': `v=DKIM1; k=rsa; p=${der(rsa.publicKey).toString('base64')}`,
  'ed1._domainkey.acme.test': `v=DKIM1; k=ed25519; p=${der(ed25519.publicKey).subarray(-32).toString('base64')}`,
}

function der(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

async function verdicts(message: Buffer): Promise<string[]> {
  const { results } = await dkimVerify(message, { resolver: async name => [[records[name] ?? '']] })
  return results.map(({ selector, status }) => `${selector}: ${status.result}`)
}

const bothPass = ['rsa1: pass', 'ed1: pass']
const raw = (text: string) => Buffer.from(text)

describe('a signature is valid', () => {
  test.each([
    ['RSA', [rsaKey], ['rsa1: pass']],
    ['Ed25519', [ed25519Key], ['ed1: pass']],
    ['both', bothKeys, bothPass],
  ])('with %s', async (_name, keys, expected) => {
    const signed = await sign(await compose(outgoing({ html: '<p>Hi</p>' })), keys)

    expect(await verdicts(signed)).toEqual(expected)
  })

  test.each([
    ['folded headers', raw(`From: a@acme.test\r\nSubject: one\r\n\ttwo  three \r\n   four\r\n\r\nHi\r\n`)],
    ['blank lines at the end', raw('From: a@acme.test\r\n\r\nHi\r\n\r\n \t\r\n\r\n')],
    ['no line end at the end', raw('From: a@acme.test\r\n\r\nHi')],
    ['spaces within and at the end of lines', raw('From: a@acme.test\r\n\r\n  a \t b  \r\n\tc\t\r\n')],
    ['long lines', raw(`From: a@acme.test\r\n\r\n${'x'.repeat(998)}\r\n${'y '.repeat(499)}\r\n`)],
    ['UTF-8 in headers and body', raw('From: a@acme.test\r\nSubject: voilà à\r\n\r\nÜnï 😀\r\n')],
    ['an empty body', raw('From: a@acme.test\r\nSubject: x\r\n\r\n')],
    ['a body of only empty lines', raw('From: a@acme.test\r\nSubject: x\r\n\r\n\r\n\r\n')],
    ['no body', raw('From: a@acme.test\r\nSubject: x\r\n')],
    ['blanks before a colon', raw('From : a@acme.test\r\nSubject\t: x\r\n\r\nHi\r\n')],
    ['repeated headers', raw('From: a@acme.test\r\nTo: x@y.co\r\nReferences: <1@a>\r\nTo: z@y.co\r\n\r\nHi\r\n')],
  ])('for %s', async (_what, message) => {
    expect(await verdicts(await sign(message, bothKeys))).toEqual(bothPass)
  })

  test('for an attachment of 10 MB', async () => {
    const file = {
      filename: 'a',
      type: 'application/pdf',
      contentId: null,
      inline: false,
      content: Buffer.alloc(1e7, 'x '),
    }

    const signed = await sign(await compose(outgoing({ attachments: [file] })), bothKeys)

    expect(await verdicts(signed)).toEqual(bothPass)
  })
})

const headers = { 'List-Unsubscribe': '<https://acme.test/u/1>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
const addressed = outgoing({ cc: ['bob@example.com'], replyTo: ['help@acme.test'], text: 'Pay to account 12', headers })
const signed = await sign(await compose(addressed), bothKeys)

describe('a signature breaks', () => {
  test.each([
    ['the body', 'account 12', 'account 21'],
    ['the body by adding a line', 'account 12', 'account 12\r\n\r\nmore'],
    ['From', 'From: "Acme, Inc."', 'From: "Evil, Inc."'],
    ['To', 'To: ada@', 'To: eve@'],
    ['Cc', 'Cc: bob@', 'Cc: eve@'],
    ['Reply-To', 'Reply-To: help@', 'Reply-To: eve@'],
    ['Subject', 'Subject: Your', 'Subject: My'],
    ['Date', '2027 03:04', '2027 03:05'],
    ['Message-ID', 'Message-ID: <1', 'Message-ID: <2'],
    ['Content-Type', 'Content-Type: text/plain', 'Content-Type: text/html'],
    ['List-Unsubscribe', '/u/1', '/u/2'],
    ['List-Unsubscribe-Post', 'One-Click', 'Two-Click'],
  ])('by changing %s', async (_what, before, after) => {
    const text = signed.toString('latin1')
    expect(text).toContain(before)

    const results = await verdicts(Buffer.from(text.replace(before, after), 'latin1'))

    expect(results).not.toContain('rsa1: pass')
    expect(results).not.toContain('ed1: pass')
  })

  test.each([
    'From: eve@evil.test',
    'Sender: eve@evil.test',
    'Reply-To: eve@evil.test',
    'To: eve@evil.test',
    'Cc: eve@evil.test',
    'Subject: You have won',
    'Date: Mon, 01 Jan 2024 00:00:00 +0000',
    'Message-ID: <evil@evil.test>',
    'In-Reply-To: <1@example.com>',
    'References: <1@example.com>',
    'MIME-Version: 1.0',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: base64',
    'List-Id: <evil.test>',
    'List-Unsubscribe: <https://evil.test>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'Auto-Submitted: no',
    'Feedback-ID: evil',
  ])('by adding "%s", at the start or the end', async header => {
    const text = signed.toString('latin1')
    const changed = [
      text.replace('From: ', () => `${header}\r\nFrom: `),
      text.replace('\r\n\r\n', () => `\r\n${header}\r\n\r\n`),
    ]

    for (const one of changed) {
      const results = await verdicts(Buffer.from(one, 'latin1'))
      expect(results).not.toContain('rsa1: pass')
      expect(results).not.toContain('ed1: pass')
    }
  })

  test('but not by changes of white space, as relays make them', async () => {
    const refolded = signed.toString('latin1').replace('Subject: Your order', 'subject:   Your\r\n\t order')

    expect(await verdicts(Buffer.from(`${refolded}\r\n \r\n`, 'latin1'))).toEqual(bothPass)
  })
})

test('the signed message is unchanged, and the same message gives the same signatures', async () => {
  const message = await compose(outgoing({}))

  const signed = await sign(message, bothKeys)

  expect(signed.subarray(-message.length).equals(message)).toBe(true)
  expect((await sign(message, bothKeys)).equals(signed)).toBe(true)
  expect((await sign(message, [])).equals(message)).toBe(true)
})

test.each([
  ['of today', 'Tue, 17 Nov 2026 09:00:00 +0100', 't=1794902400'],
  ['in the future', 'Fri, 01 Jan 2100 00:00:00 +0000', undefined],
  ['before 1970', 'Wed, 31 Dec 1969 23:59:59 +0000', undefined],
  ['that cannot be parsed', 'soon', undefined],
])('with a Date %s, the signature is valid', async (_, date, time) => {
  vi.setSystemTime('2026-11-17T08:00:01Z')
  const signed = await sign(raw(`From: a@acme.test\r\nDate: ${date}\r\n\r\nHi\r\n`), bothKeys)

  expect(/\bt=-?\d+/.exec(`${signed}`)?.[0]).toBe(time)
  expect(await verdicts(signed)).toEqual(bothPass)
})

test('the lines of a signature are short and end in CRLF', async () => {
  const message = await compose(outgoing({}))

  const signatures = (await sign(message, bothKeys)).subarray(0, -message.length).toString()

  expect(signatures).not.toMatch(/[^\r]\n|\r[^\n]/)
  expect(Math.max(...signatures.split('\r\n').map(line => line.length))).toBeLessThanOrEqual(78)
})
