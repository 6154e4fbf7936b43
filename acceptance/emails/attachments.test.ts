import { randomBytes } from 'node:crypto'
import type { EmailAttachment } from '@posthorn/contract/messages/email-attachments'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { filesOf, readMessage, textOf } from '../http-client/mime.ts'
import { createKey, createOrganization } from '../service/operator.ts'
import { faultyPaths, hello, send, untilStatus } from './sending.ts'

const { url, dataDir } = inject('service')
let live: Client
let elsewhere: Client
let sendOnly: Client

beforeAll(async () => {
  const organization = await createOrganization(dataDir)
  live = client(url, organization.live_key)
  elsewhere = client(url, organization.test_key)
  sendOnly = client(url, (await createKey(dataDir, organization, 'live', 'emails:send')).key)
})

async function delivered(fields: object) {
  const { id } = await send(live, fields)
  await untilStatus(live, id)
  return readMessage((await live.get(`/v1/emails/${id}/raw`)).text)
}

const file = (fields: object = {}) => ({ filename: 'a.bin', content: 'aGVsbG8=', ...fields })

test('a file arrives byte for byte, with its name and its type', async () => {
  const bytes = randomBytes(100_000)

  const message = await delivered({
    attachments: [file({ content: bytes.toString('base64'), type: 'application/pdf' })],
  })

  const [attached, ...others] = filesOf(message)
  expect(others).toEqual([])
  expect(attached).toMatchObject({ type: 'application/pdf', disposition: 'attachment', filename: 'a.bin' })
  expect(attached?.content.equals(bytes)).toBe(true)
  expect(textOf(message, 'text/plain')).toBe(hello.text)
})

test('several files keep their order; one without a type is bytes, and an empty one stays empty', async () => {
  const attachments = [
    file({ filename: 'empty', content: '' }),
    file({ filename: 'b.txt', type: 'text/plain; charset=utf-8' }),
    file({ filename: 'c' }),
  ]

  const files = filesOf(await delivered({ html: '<p>x</p>', attachments }))

  expect(files.map(({ filename, type, content }) => [filename, type, content.toString()])).toEqual([
    ['empty', 'application/octet-stream', ''],
    ['b.txt', 'text/plain', 'hello'],
    ['c', 'application/octet-stream', 'hello'],
  ])
})

test('an inline file stands beside the html that shows it', async () => {
  const attachments = [
    file({ filename: 'logo.png', type: 'image/png', contentId: 'logo@acme' }),
    file({ filename: 'plain.png', type: 'image/png', disposition: 'inline' }),
    file({ filename: 'paper.pdf', type: 'application/pdf' }),
  ]

  const files = filesOf(await delivered({ html: '<img src="cid:logo@acme">', attachments }))

  const named = new Map(files.map(part => [part.filename, part]))
  expect(named.get('logo.png')?.disposition).toBe('inline')
  expect(named.get('logo.png')?.header('Content-ID')).toBe('<logo@acme>')
  expect(named.get('plain.png')?.disposition).toBe('inline')
  expect(named.get('paper.pdf')?.disposition).toBe('attachment')
})

test.each([
  'résumé 😀.pdf',
  '履歴書.pdf',
  `${'ü'.repeat(127)}`,
  'with "quotes" and ; semicolons.txt',
  "it's 100%.txt",
  '=?utf-8?q?x?=.txt',
  '.hidden',
  'a..b',
  `${'n'.repeat(255)}`,
])('%s is a file name that arrives', async filename => {
  const [attached] = filesOf(await delivered({ attachments: [file({ filename })] }))

  expect(attached?.filename).toBe(filename)
})

test('an attached message arrives as a message', async () => {
  const content = Buffer.from('Subject: inner\r\n\r\nInner text\r\n').toString('base64')

  const [attached] = filesOf(
    await delivered({ attachments: [file({ filename: 'a.eml', content, type: 'message/rfc822' })] }),
  )

  expect(attached?.type).toBe('message/rfc822')
  expect(attached?.content.toString()).toContain('Subject: inner\r\n\r\nInner text')
})

test('a file can be downloaded again by a link that needs no key and displays nothing', async () => {
  const bytes = randomBytes(3_000)
  const attachments = [
    file({ filename: 'résumé.html', content: bytes.toString('base64'), type: 'text/html' }),
    file({ filename: 'logo.png', type: 'image/png', contentId: 'logo' }),
  ]
  const { id } = await send(live, { attachments })
  const path = `/v1/emails/${id}/attachments`

  const { data } = (await live.get<{ data: EmailAttachment[] }>(path)).body
  expect(data.map(({ filename, size, disposition }) => [filename, size, disposition])).toEqual([
    ['résumé.html', 3_000, 'attachment'],
    ['logo.png', 5, 'inline'],
  ])
  const { body: logo } = await live.get<EmailAttachment>(`${path}/${data[1]?.id}`)
  expect(logo).toMatchObject({ ...data[1], download_url: expect.any(String), expires_at: expect.any(String) })
  const answer = await fetch(data[0]?.download_url ?? '')
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...{ 'content-type': 'text/html', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
    'content-disposition': `attachment; filename="r_sum_.html"; filename*=UTF-8''r%C3%A9sum%C3%A9.html`,
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const { status, body } = await live.get(new URL(logo.download_url).pathname.slice(0, -1))
  expect([status, body.code]).toEqual([404, 'not_found'])
})

test('the files of an email cannot be read with other keys or by other ids', async () => {
  const { id } = await send(live, { attachments: [file()] })
  const path = `/v1/emails/${id}/attachments`
  const unknown = await live.get(`/v1/emails/${randomId()}/attachments`)

  expect([unknown.status, (await elsewhere.get(path)).body]).toEqual([404, unknown.body])
  expect((await sendOnly.get(path)).status).toBe(403)
  expect((await live.get(`${path}/${id}`)).status).toBe(404)
  expect((await live.get(`${path}/x`)).status).toBe(404)
})

test.each([
  ['a path', { filename: '../x' }, 'filename'],
  ['a folder', { filename: 'a/b' }, 'filename'],
  ['a backslash', { filename: 'a\\b' }, 'filename'],
  ['two dots', { filename: '..' }, 'filename'],
  ['U+0000 in the name', { filename: 'a\0' }, 'filename'],
  ['a line break in the name', { filename: 'a\r\nX: 1' }, 'filename'],
  ['a name that turns around', { filename: 'a\u202efdp.exe' }, 'filename'],
  ['no name', { filename: undefined }, 'filename'],
  ['an empty name', { filename: '' }, 'filename'],
  ['a name of 256 bytes', { filename: 'ü'.repeat(128) }, 'filename'],
  ['no content', { content: undefined }, 'content'],
  ['a number as content', { content: 7 }, 'content'],
  ['content that is not base64', { content: '%%%%' }, 'content'],
  ['base64 without its padding', { content: 'aGVsbG8' }, 'content'],
  ['base64 for URLs', { content: '_-_-' }, 'content'],
  ['base64 with line breaks', { content: 'aGVs\r\nbG8=' }, 'content'],
  ['base64 with bits left over', { content: 'aGVsbG9=' }, 'content'],
  ['a data URL', { content: 'data:text/plain;base64,aGVsbG8=' }, 'content'],
  ['a header in the type', { type: 'text/html\r\nX: 1' }, 'type'],
  ['half a type', { type: 'foo' }, 'type'],
  ['a multipart type', { type: 'multipart/mixed' }, 'type'],
  ['an unknown disposition', { disposition: 'hidden' }, 'disposition'],
  ['brackets in the contentId', { contentId: '<a>' }, 'contentId'],
])('%s is refused', async (_, fields, path) => {
  const answer = await live.post('/v1/emails', { ...hello, attachments: [file(), file(fields)] })

  expect([answer.status, answer.body.code], answer.text).toEqual([400, 'validation_error'])
  expect(faultyPaths(answer)).toContain(`attachments.1.${path}`)
})

test.each([{ path: '/etc/passwd' }, { href: 'http://127.0.0.1/' }, { url: 'http://127.0.0.1/' }])(
  '%j instead of content is refused: nothing is ever fetched',
  async instead => {
    const answer = await live.post('/v1/emails', { ...hello, attachments: [{ filename: 'a', ...instead }] })

    expect(answer.status).toBe(400)
    expect(faultyPaths(answer)).toContain('attachments.0.content')
  },
)

test('two files with one contentId are refused', async () => {
  const answer = await live.post('/v1/emails', {
    ...hello,
    attachments: [file({ contentId: 'logo' }), file({ contentId: 'logo' })],
  })

  expect(answer.status).toBe(400)
  expect(faultyPaths(answer)).toEqual(['attachments.1.contentId'])
})

test('50 files are accepted, 51 are not', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, nth) => file({ filename: `${nth}.txt` }))

  expect(filesOf(await delivered({ attachments: many(50) }))).toHaveLength(50)
  const answer = await live.post('/v1/emails', { ...hello, attachments: many(51) })
  expect([answer.status, answer.body.code]).toEqual([400, 'validation_error'])
  expect(faultyPaths(answer)).toEqual(['attachments'])
})

test.each([[null], ['x'], [{}], [[null]], [['x']]])('%j are not attachments', async attachments => {
  expect((await live.post('/v1/emails', { ...hello, attachments })).status).toBe(400)
})

test('unknown fields of a file are ignored and named, a near miss is refused', async () => {
  const unknown = await live.post('/v1/emails', { ...hello, attachments: [file({ colour: 'red' })] })
  const nearMiss = await live.post('/v1/emails', { ...hello, attachments: [file({ content_id: 'logo' })] })

  expect([unknown.status, unknown.headers['x-ignored-fields']]).toEqual([200, 'attachments.0.colour'])
  expect(nearMiss.status).toBe(400)
  expect(nearMiss.text).toContain('did you mean contentId?')
})
