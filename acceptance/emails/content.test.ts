import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { readMessage, textOf } from '../http-client/mime.ts'
import { createOrganization } from '../service/operator.ts'
import { faultyPaths, hello, readEmail, send, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client

beforeAll(async () => {
  live = client(url, (await createOrganization(dataDir)).live_key)
})

async function delivered(fields: object) {
  const { id } = await send(live, fields)
  const email = await untilStatus(live, id)
  const { text } = await live.get(`/v1/emails/${id}/raw`)
  expectLines(text)
  return { email, message: readMessage(text) }
}

/** RFC 5322, 2.1.1 and 2.3: ASCII in lines of at most 998, each ended by CR and LF together. */
function expectLines(text: string): void {
  expect(/[^\r]\n|\r[^\n]|[^\t\r\n\x20-\x7e]/.exec(text), 'only lines of ASCII').toBeNull()
  const longest = text.split('\r\n').reduce((most, line) => Math.max(most, line.length), 0)
  expect(longest).toBeLessThanOrEqual(998)
}

describe('content', () => {
  test('of html alone has a text with the same words, in the detail and on the wire', async () => {
    const html =
      '<h1>Grüße</h1><p>Read <a href="https://acme.test/x?a=1&amp;b=2">this</a> &amp; that.</p><script>no()</script>'

    const { email, message } = await delivered({ text: undefined, html })

    expect(email.html).toBe(html)
    expect(textOf(message, 'text/html')).toBe(html)
    expect(textOf(message, 'text/plain')).toBe(email.text)
    expect(email.text).toMatch(/grüße/i)
    expect(email.text).toContain('& that.')
    expect(email.text).toContain('https://acme.test/x?a=1&b=2')
    expect(email.text).not.toMatch(/<[^h]|no\(\)/)
    expect(message.type).toBe('multipart/alternative')
    expect(message.parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
  })

  test('of text alone has no html', async () => {
    const { email, message } = await delivered({ text: 'Nur Text, 日本語.' })

    expect(email).toMatchObject({ text: 'Nur Text, 日本語.' })
    expect(email.html).toBeUndefined()
    expect(message.type).toBe('text/plain')
    expect(textOf(message, 'text/plain')).toBe('Nur Text, 日本語.')
  })

  test('of both is sent as both', async () => {
    const { email, message } = await delivered({ text: 'One', html: '<p>Two</p>' })

    expect(email).toMatchObject({ text: 'One', html: '<p>Two</p>' })
    expect([textOf(message, 'text/plain'), textOf(message, 'text/html')]).toEqual(['One', '<p>Two</p>'])
  })

  test('an empty one beside the other counts as none', async () => {
    const { email } = await delivered({ text: 'One', html: '' })

    expect(email.html).toBeUndefined()
  })

  test.each([
    ['a line of 100,000', 'x'.repeat(100_000)],
    ['a line of 100,000 in words', 'word '.repeat(20_000).trim()],
    ['dots that begin lines', '.\n..\n.x\n\n.'],
    ['lines like those of SMTP', 'a\n.\nMAIL FROM:<x@y.zz>\nQUIT'],
    ['lines like those of MIME', 'a\n--=_x\nContent-Type: text/html\n\n--=_x--'],
    ['blanks at the ends', ' a \t\n b '],
    ['From at the beginning', 'From here\nFrom there'],
    ['equals signs', '=3D=\n=?utf-8?q?x?='],
    ['emoji and right-to-left', 'שלום 👩‍👩‍👧‍👦 é'],
  ])('with %s arrives as it was written', async (_, text) => {
    const { email, message } = await delivered({ text })

    expect(email.text).toBe(text)
    expect(textOf(message, 'text/plain')).toBe(text)
  })

  test.each([
    ['LF', 'a\nb\n\nc'],
    ['CR', 'a\rb\r\rc'],
    ['CRLF', 'a\r\nb\r\n\r\nc'],
    ['all of them', 'a\nb\r\r\nc'],
  ])('with lines ended by %s arrives with the same lines', async (_, text) => {
    const { message } = await delivered({ text })

    expect(textOf(message, 'text/plain')).toBe('a\nb\n\nc')
  })

  test.each([
    ['U+0000 in html', { html: 'a\0b' }, 'html'],
    ['U+0000 in text', { text: 'a\0b' }, 'text'],
    ['a lone surrogate in html', { html: 'a\ud800b' }, 'html'],
    ['a lone surrogate in text', { text: '\udc00' }, 'text'],
    ['a number as html', { html: 1 }, 'html'],
    ['null as text', { html: 'x', text: null }, 'text'],
  ])('%s is refused', async (_, fields, path) => {
    const answer = await live.post('/v1/emails', { ...hello, ...fields })

    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(faultyPaths(answer)).toContain(path)
  })
})

describe('the subject', () => {
  test.each([
    ['of 998 characters', 's'.repeat(998)],
    ['of 998 words and blanks', 'ab '.repeat(333).trim()],
    ['of emoji', '😀 👩‍👩‍👧‍👦 Willkommen'],
    ['from right to left', 'שלום עולם'],
    ['with combining signs', 'e\u0301'.repeat(40)],
    ['that looks encoded', '=?utf-8?b?eA==?='],
    ['with blanks around it', '  x  '],
    ['that looks like a header', 'Bcc: x@y.zz'],
  ])('%s arrives as it was written', async (_, subject) => {
    const { email, message } = await delivered({ subject })

    expect(email.subject).toBe(subject)
    // Readers lose the blanks around a value, unless they are encoded.
    expect(message.header('Subject')).toBe(subject)
  })

  test.each([999, 5_000])('of %i characters is refused', async length => {
    const answer = await live.post('/v1/emails', { ...hello, subject: 's'.repeat(length) })

    expect(answer.status).toBe(400)
    expect(faultyPaths(answer)).toEqual(['subject'])
  })
})

describe('extra headers', () => {
  test('are in the message once, beside our own', async () => {
    const headers = { 'X-Order': '42', 'In-Reply-To': '<a@b.co>', 'List-Unsubscribe': '<https://acme.test/u>' }

    const { message } = await delivered({ headers: { ...headers, 'X-Name': 'Grüße 😀' } })

    for (const [name, value] of Object.entries(headers)) expect(message.header(name)).toBe(value)
    expect(message.header('X-Name')).toBe('Grüße 😀')
    const names = message.fields.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id', 'mime-version']))
  })

  test('are 50 at most', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`X-${nth}`, `${nth}`]))

    const { message } = await delivered({ headers: many(50) })
    const answer = await live.post('/v1/emails', { ...hello, headers: many(51) })

    expect(message.header('X-49')).toBe('49')
    expect(answer.status).toBe(400)
    expect(faultyPaths(answer)).toEqual(['headers'])
  })

  const refused = [
    ...['From', 'Sender', 'To', 'Cc', 'Bcc', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'Return-Path', 'Received'],
    ...['Resent-From', 'Resent-To', 'MIME-Version', 'Content-Type', 'Content-Transfer-Encoding', 'DKIM-Signature'],
    ...['ARC-Seal', 'ARC-Message-Signature', 'Authentication-Results', 'bCC', 'CONTENT-DISPOSITION'],
  ]
  test.each(refused)('%s is not among them', async name => {
    const answer = await live.post('/v1/emails', { ...hello, headers: { [name]: 'x' } })

    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
    expect(faultyPaths(answer)).toEqual([`headers.${name}`])
  })

  test.each(['', 'X Y', 'X:Y', 'X-Ü', 'X\r\nBcc', 'X\t', 'x'.repeat(1_000)])('%j is not a name', async name => {
    expect((await live.post('/v1/emails', { ...hello, headers: { [name]: 'x' } })).status).toBe(400)
  })

  test.each([null, 1, true, ['x'], {}])('%j is not a value', async value => {
    const answer = await live.post('/v1/emails', { ...hello, headers: { 'X-Order': value } })

    expect(answer.status).toBe(400)
    expect(faultyPaths(answer)[0]).toMatch(/^headers/)
  })

  test.each([[[]], ['x'], [null]])('%j are not headers', async headers => {
    expect((await live.post('/v1/emails', { ...hello, headers })).status).toBe(400)
  })

  test('named __proto__ are refused', async () => {
    const raw = JSON.stringify({ ...hello, headers: {} }).replace('"headers":{}', '"headers":{"__proto__":"x"}')

    const { status } = await live.ask({
      method: 'POST',
      path: '/v1/emails',
      raw,
      headers: { 'content-type': 'application/json' },
    })

    expect(status).toBe(400)
  })
})

const controls = ['\r\nBcc: x@y.zz', '\n', '\r', '\t', '\u0000', '\u000b', '\u001f', '\u007f', '\u0085', '\u2028']

test.each(controls)('%j gets into no field that ends up in a header', async control => {
  const bad = `a${control}b`
  const file = { filename: 'a.txt', content: '' }
  const fields: Record<string, object> = {
    subject: { subject: bad },
    from: { from: `${bad} <a@b.co>` },
    from_name: { from_name: bad },
    to: { to: `${bad}@b.co` },
    cc: { cc: `a@b.co${control}` },
    bcc: { bcc: `a@b.co${control}` },
    reply_to: { reply_to: `a@b.co${control}` },
    'headers.X-Order': { headers: { 'X-Order': bad } },
    'tags.0': { tags: [bad] },
    batch_id: { batch_id: bad },
    'attachments.0.filename': { attachments: [{ ...file, filename: bad }] },
    'attachments.0.type': { attachments: [{ ...file, type: `text/plain${control}` }] },
    'attachments.0.contentId': { attachments: [{ ...file, contentId: bad }] },
  }

  for (const [path, field] of Object.entries(fields)) {
    const answer = await live.post('/v1/emails', { ...hello, ...field })
    expect([answer.status, answer.body.code], path).toEqual([400, 'validation_error'])
    expect(faultyPaths(answer), answer.text).toContain(path)
  }
})

test('the same key twice in a body is refused or the last one counts, never both', async () => {
  const raw = JSON.stringify(hello).replace('"to":', '"to":"first@example.com","to":')

  const answer = await live.ask<{ id: string }>({
    method: 'POST',
    path: '/v1/emails',
    raw,
    headers: { 'content-type': 'application/json' },
  })

  expect([200, 400]).toContain(answer.status)
  if (answer.status === 200) expect((await readEmail(live, answer.body.id)).to).toEqual([hello.to])
})
