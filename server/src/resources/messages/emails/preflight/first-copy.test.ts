import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { compose } from '#transports/mime/compose.ts'
import { sign } from '#transports/mime/dkim.ts'
import { changeHtml, findMarks } from '#transports/mime/links.ts'
import { draftTo } from '../emails.fixture.ts'
import { firstCopy, withoutSignatures } from './first-copy.ts'

const keys = [
  {
    ...{ domain: 'acme.test', selector: 'r1' },
    privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  },
  { domain: 'acme.test', selector: 'e1', privateKey: generateKeyPairSync('ed25519').privateKey },
]
// `as`: no other field of the caller is used.
const caller = {
  organizationId: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b10',
  environmentId: '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11',
} as Caller
const parts = {
  compose,
  sign,
  editHtml: { findMarks: async (html: string) => findMarks(html), change: changeHtml },
  signingFor: async () => ({
    keys,
    returnPath: 'b-1@bounces.acme.test',
    linkBase: 'https://links.acme.test',
    unsubscribeMailbox: 'u-1@bounces.acme.test',
  }),
}
const html = '<p>Hi <a href="https://acme.test/x">x</a></p>'
const copyOf = (special: object) =>
  firstCopy(parts, caller, draftTo(['ada@example.com'], { html, text: null, ...special }), new Date(0))

test('a broadcast has its unsubscribe headers, its links and its pixel, as it would be sent', async () => {
  const { message } = await copyOf({
    messageStream: 'broadcast',
    ...{ unsubscribe: true, trackOpens: true, trackClicks: true },
  })

  const text = message.toString()
  expect(text).toMatch(/^DKIM-Signature:[\s\S]*\r\nDKIM-Signature:/)
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(text).toContain('mailto:u-1@bounces.acme.test')
  expect(text).toContain('https://links.acme.test/t/c/')
  expect(text).toContain('https://links.acme.test/t/o/')
  expect(text).not.toContain('https://acme.test/x')
})

test('the shown copy has every byte except the values of the signatures', async () => {
  const copy = await copyOf({})

  const shown = withoutSignatures(copy).toString()

  expect(shown).toHaveLength(copy.message.length)
  expect(shown.match(/ b=\*+/g)).toHaveLength(2)
  expect(shown.replaceAll('*', '')).not.toMatch(/ b=[^\s;]/)
  const rest = copy.message.toString().slice(copy.signatureLength)
  expect(shown.endsWith(rest)).toBe(true)
  expect(rest).toMatch(/^(?!DKIM)[\w-]+: /)
  expect(shown).toContain('bh=')
})

test('without a key the copy is shown unchanged', async () => {
  const signingFor = async () => ({ ...(await parts.signingFor()), keys: [] })
  const copy = await firstCopy({ ...parts, signingFor }, caller, draftTo(['ada@example.com']), new Date(0))

  expect(withoutSignatures(copy).equals(copy.message)).toBe(true)
})
