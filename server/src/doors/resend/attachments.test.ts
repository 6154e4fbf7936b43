import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { mediaTypeOf } from '#transports/mime/media-type.ts'
import { type FileSources, filesOf } from './attachments.ts'

const from = (fetch: FileSources['fetch']): FileSources => ({ fetch, typeOf: mediaTypeOf })
const fileOf = (type?: string) => from(async () => ({ bytes: Buffer.from('hello'), ...(type && { type }) }))
const nothing = from(async () => ({ error: 'not found' }))
const file = fileOf('text/plain')
const unknown = 'application/octet-stream'

test.each([
  [
    'base64',
    { filename: 'a.txt', content: 'aGVsbG8=' },
    { filename: 'a.txt', content: 'aGVsbG8=', type: 'text/plain' },
  ],
  ['bytes', { filename: 'a.txt', content: [104, 105] }, { filename: 'a.txt', content: 'aGk=', type: 'text/plain' }],
  [
    'a Buffer as JSON',
    { filename: 'a.txt', content: { type: 'Buffer' as const, data: [104, 105] } },
    { filename: 'a.txt', content: 'aGk=', type: 'text/plain' },
  ],
  [
    'lines of base64',
    { filename: 'a.txt', content: 'aGVs\r\nbG8=\n' },
    { filename: 'a.txt', content: 'aGVsbG8=', type: 'text/plain' },
  ],
  ['no name', { content: 'aGk=' }, { filename: 'attachment-1', content: 'aGk=', type: unknown }],
  [
    'a type and an id',
    { filename: 'a', content: 'aGk=', content_type: 'image/png', content_id: '<logo>' },
    { filename: 'a', content: 'aGk=', type: 'image/png', contentId: 'logo' },
  ],
  [
    'the older name of an id',
    { filename: 'a.png', content: 'aGk=', inline_content_id: 'logo' },
    { filename: 'a.png', content: 'aGk=', type: 'image/png', contentId: 'logo' },
  ],
  [
    'a URL',
    { path: 'https://example.com/files/in%20voice.txt?x=1' },
    { filename: 'in voice.txt', content: 'aGVsbG8=', type: 'text/plain' },
  ],
])('%s', async (_, given, taken) => {
  expect(await filesOf([given], file)).toEqual([taken])
})

test.each([
  ['invoice.pdf', null, undefined, 'application/pdf'],
  ['Photo.JPG', null, undefined, 'image/jpeg'],
  ['events.ics', '', undefined, 'text/calendar'],
  ['invoice.pdf', 'image/png', 'text/plain', 'image/png'],
  ['invoice.pdf', null, 'binary/octet-stream', 'application/pdf'],
  ['invoice.php', null, 'application/pdf', 'application/pdf'],
  ['readme', null, undefined, unknown],
])('%s, declared as %j and fetched as %j, is %s', async (filename, content_type, fetchedAs, type) => {
  const [taken] = await filesOf([{ filename, content_type, path: 'https://example.com/a' }], fileOf(fetchedAs))
  expect(taken).toMatchObject({ type })
})

test('a file that cannot be fetched, or has no content, is refused', async () => {
  await expect(filesOf([{ path: 'https://example.com/a' }], nothing)).rejects.toMatchObject({
    details: [{ path: 'attachments.0.path', message: 'could not be fetched: not found' }],
  })
  await expect(filesOf([{ filename: 'a' }], file)).rejects.toBeInstanceOf(Refusal)
})

test('while too many files are being fetched, the request is to be sent again: the email is not at fault', async () => {
  const busy = from(async () => ({ error: 'too many files are being fetched', isBusy: true }))

  await expect(filesOf([{ path: 'https://example.com/a' }], busy)).rejects.toMatchObject({
    code: 'service_unavailable',
    retryAfterSeconds: 5,
  })
})

test('files are fetched one by one, and share the size limit of an email', async () => {
  const limits: number[] = []
  const counting = from(async (_url, maxBytes) => {
    limits.push(maxBytes)
    return { bytes: Buffer.alloc(1_000_000) }
  })
  const many = (count: number) => Array.from({ length: count }, () => ({ path: 'https://example.com/a' }))
  await filesOf(many(3), counting)

  expect(limits).toEqual([7_864_320, 6_864_320, 5_864_320])
  await expect(filesOf(many(11), counting)).rejects.toBeInstanceOf(Refusal)
})
