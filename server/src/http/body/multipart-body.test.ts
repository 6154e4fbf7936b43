import fastify from 'fastify'
import { expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import { parseMultipart } from './multipart-body.ts'

async function post(payload: FormData | string, { type = '', takesFile = true } = {}) {
  const app = fastify({ bodyLimit: 1024 * 1024 })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', parseMultipart)
  app.setErrorHandler((error, _, reply) => reply.send({ refused: error instanceof Refusal ? error.code : 'error' }))
  app.post('/', { config: takesFile ? { takesFile } : {} }, async ({ body }) => ({ body }))
  const request = new Request('http://a.test', { method: 'POST', body: payload })
  const answer = await app.inject({
    ...{ method: 'POST', url: '/', payload: Buffer.from(await request.arrayBuffer()) },
    headers: { 'content-type': type || (request.headers.get('content-type') ?? '') },
  })
  const { body, refused } = answer.json()
  return body ?? refused
}

function form(fields: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields))
    data.append(name, typeof value === 'string' ? value : new Blob([value]))
  return data
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text))

test('a file is text, a field is text or JSON', async () => {
  const fields = { file: bytes('a,b\r\n1,Grüße\r\n'), map: '{"email":"a"}', list: '[{"id":"x"}]', word: 'upsert' }

  expect(await post(form(fields))).toEqual({
    ...{ file: 'a,b\r\n1,Grüße\r\n', map: { email: 'a' }, list: [{ id: 'x' }], word: 'upsert' },
  })
})

test.each([
  ['a file that is not text', form({ file: new Uint8Array([0xff, 0xfe, 0x00]) }), 'validation_error'],
  ['text that the database cannot store', form({ file: bytes('a\0b') }), 'validation_error'],
  ['incomplete JSON', form({ map: '{"a":' }), 'validation_error'],
  ['the key __proto__', form({ map: '{"__proto__":{}}' }), 'validation_error'],
  ['a long field', form({ map: 'x'.repeat(65_537) }), 'validation_error'],
  [
    'a form with too many parts',
    form(Object.fromEntries(Array.from({ length: 21 }, (_, nth) => [`f${nth}`, 'x']))),
    'invalid_request',
  ],
])('%s is refused', async (_, payload, code) => {
  expect(await post(payload)).toBe(code)
})

const typed = { type: 'multipart/form-data; boundary=x' }
const part = (head: string, body = 'a') => `--x\r\n${head}\r\n\r\n${body}\r\n`
const named = 'Content-Disposition: form-data; name="a"'

test.each([
  ['no boundary', part(named), { type: 'multipart/form-data' }],
  ['a missing boundary line', 'hello', typed],
  ['a part that does not end', part(named), typed],
  ['a part without a name', `${part('Content-Type: text/plain')}--x--`, typed],
  ['a part with many headers', `${part(`${named}${'\r\nx: y'.repeat(1_000)}`)}--x--`, typed],
])('%s is refused', async (_, payload, type) => {
  expect(await post(payload, type)).toBe('invalid_request')
})

test('unusual but valid forms are read', async () => {
  const odd = `preamble\r\n${part('content-type: text/plain\r\nCONTENT-DISPOSITION: form-data;name="a"', '')}${part(
    'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'x.csv',
    '{"a":1}\r\n--y',
  )}--x--\r\n`

  expect(await post(odd, { type: 'multipart/form-data; charset=utf-8; boundary="x"' })).toEqual({
    ...{ a: '', file: '{"a":1}\r\n--y' },
  })
})

test('an operation without files refuses the type', async () => {
  expect(await post(form({ a: 'b' }), { takesFile: false })).toBe('unsupported_media_type')
})
