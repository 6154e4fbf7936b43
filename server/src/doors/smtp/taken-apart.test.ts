/** A message that is taken apart keeps its content, and the API accepts what it becomes. */
import { expect, test } from 'vitest'
import { fieldsOf } from '#core/message-fields.ts'
import { faultOfContentId, faultOfFilename, faultOfMediaType } from '#resources/messages/emails/request/file-labels.ts'
import { mayBeGiven } from '#resources/messages/emails/request/headers.ts'
import { addressesOf, openMessage } from '#transports/inbound-mail/open-message.ts'
import { toBody } from './taken-apart.ts'

function takeApart(lines: readonly string[], stream: 'transactional' | 'broadcast' = 'transactional') {
  const message = Buffer.from(lines.join('\r\n'))
  const fields = fieldsOf(message)?.fields ?? []
  const who = { to: ['ada@a.example'], cc: [], bcc: [] }
  const request = { from: 'a@acme.test', subject: 'Hi', message_stream: stream }
  return toBody({ mayBeGiven, addressesOf, openMessage }, 'o', { ...request, who, fields, message })
}

const withHeaders = (...headers: string[]) => takeApart([...headers, '', 'Hello', ''])

/** An HTML page and files, each with these header fields. */
const withFiles = (html: string, ...files: (readonly string[])[]) =>
  takeApart([
    ...['Content-Type: multipart/related; boundary=b', '', '--b', 'Content-Type: text/html', '', html],
    ...files.flatMap(header => ['--b', ...header, '', 'x']),
    ...['--b--', ''],
  ])

const image = (...header: string[]) => ['Content-Type: image/png; name=a.png', ...header]

test.each([
  ['a blank', 'my logo.png', 'cid:my logo.png'],
  ['a blank, encoded in the page', 'my logo.png', 'cid:my%20logo.png'],
  ['a colon', 'image:1', 'cid:image:1'],
  ['a colon, encoded in the page', 'image:1', 'cid:image%3A1'],
  ['a colon, encoded in small letters', 'image:1', 'cid:image%3a1'],
  ['an ampersand and a bracket', 'a&b(1)', 'cid:a&amp;b(1)'],
  ['other letters', 'grüße', 'cid:grüße'],
])('a content id with %s is replaced by one that is valid, in the page as well', async (_what, id, link) => {
  const body = await withFiles(`<img src="${link}">`, image(`Content-ID: <${id}>`))

  const contentId = body?.attachments?.[0]?.contentId ?? ''
  expect(faultOfContentId(contentId)).toBeUndefined()
  expect(body?.html).toContain(`<img src="cid:${contentId}">`)
})

test('a content id that the API takes is kept, however the page writes it', async () => {
  const body = await withFiles('<img src="cid:a%2fb%26c@x">', image('Content-ID: <a/b&c@x>'))

  expect(body).toMatchObject({ html: '<img src="cid:a%2fb%26c@x">\n', attachments: [{ contentId: 'a/b&c@x' }] })
})

test('of content ids that begin alike, each keeps its own file', async () => {
  const body = await withFiles(
    '<img src="cid:a:1"><img src="cid:a:12"><img src="cid:plain@x">',
    ...['a:1', 'a:12', 'plain@x'].map(id => image(`Content-ID: <${id}>`)),
  )

  const [short, long, plain] = body?.attachments?.map(({ contentId }) => contentId) ?? []
  expect(plain).toBe('plain@x')
  expect(body?.html).toContain(`<img src="cid:${short}"><img src="cid:${long}"><img src="cid:plain@x">`)
})

test('a second file with the same content id is kept without it', async () => {
  const body = await withFiles('<img src="cid:1@x">', image('Content-ID: <1@x>'), image('Content-ID: <1@x>'))

  expect(body?.attachments?.map(({ contentId }) => contentId)).toEqual(['1@x', undefined])
})

test.each([
  ['a type that is none', ['Content-Type: image', 'Content-Disposition: attachment'], 'part-1'],
  ['a long name', [`Content-Type: image/png; name="${'漢'.repeat(100)}.png"`], `${'漢'.repeat(83)}.png`],
  ['a path', ['Content-Type: image/png; name="/etc/passwd"'], '_etc_passwd'],
  ['a name of dots', ['Content-Type: image/png; name=".."'], 'part-1'],
  ['a blank name', ['Content-Type: image/png; name=" "'], 'part-1'],
  [
    'a name that turns the text',
    ['Content-Type: image/png', "Content-Disposition: attachment; filename*=utf-8''exe%E2%80%AEgnp.png"],
    'exe_gnp.png',
  ],
])('a file may have %s', async (_what, header, filename) => {
  const [attachment] = (await withFiles('<p>Hi</p>', header))?.attachments ?? []

  expect(attachment?.filename).toBe(filename)
  expect(faultOfFilename(filename)).toBeUndefined()
  expect(faultOfMediaType(attachment?.type ?? '')).toBeUndefined()
})

test('a long References keeps its first and its last ids whole', async () => {
  const ids = Array.from({ length: 80 }, (_, nth) => `<${nth}.${'x'.repeat(30)}@mail.acme.test>`)

  const kept = (await withHeaders(`References: ${ids.join('\r\n ')}`))?.headers?.references?.split(' ') ?? []

  expect(kept.join(' ').length).toBeLessThanOrEqual(2_048)
  expect(kept.length).toBeGreaterThan(35)
  expect(kept).toEqual([ids[0], ...ids.slice(1 - kept.length)])
})

test('a long header is left out: a part of it would be something else', async () => {
  const body = await withHeaders(`X-Key: ${'a'.repeat(900)}\r\n ${'a'.repeat(900)}\r\n ${'a'.repeat(900)}`, 'X-Own: 1')

  expect(body?.headers).toEqual({ 'x-own': '1' })
})

test('an unsubscribe link that no line has room for is left out', async () => {
  const body = await withHeaders(`List-Unsubscribe: <https://acme.test/${'u'.repeat(900)}>`, 'X-Own: 1')

  expect(body?.headers).toEqual({ 'x-own': '1' })
})

test('the unsubscribe link of the sender is kept, except in a broadcast, which has its own', async () => {
  const lines = ['List-Unsubscribe: <https://acme.test/u>', 'List-Unsubscribe-Post: List-Unsubscribe=One-Click']

  expect((await withHeaders(...lines))?.headers).toEqual({
    'list-unsubscribe': '<https://acme.test/u>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  expect((await takeApart([...lines, '', 'Hello', ''], 'broadcast'))?.headers).toEqual({})
})

test.each([
  ['no text', ['', '']],
  ['only a file', ['Content-Type: application/pdf', 'Content-Transfer-Encoding: base64', '', 'aGVsbG8=', '']],
  ['encrypted content', ['Content-Type: application/pkcs7-mime; smime-type=enveloped-data', '', 'x', '']],
])('a message with %s is not taken apart', async (_what, lines) => {
  expect(await takeApart(lines)).toBeUndefined()
})
