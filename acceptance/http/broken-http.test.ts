import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { ask, client } from '../http-client/client.ts'
import { exchange } from '../http-client/raw-socket.ts'
import { newEmail } from '../http-client/unique.ts'

const { url, testKey } = inject('service')
const api = client(url, testKey)

const head = (first: string, ...lines: string[]) =>
  [first, 'Host: x', `Authorization: Bearer ${testKey}`, 'Content-Type: application/json', ...lines, '', ''].join(
    '\r\n',
  )
const post = (...lines: string[]) => head('POST /v1/contacts HTTP/1.1', ...lines)

const hello = '{"email":"a@b.co"}'
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
const malformed: [name: string, sent: string][] = [
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['an unknown version', 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['the form of HTTP/1 with the version of HTTP/2', 'GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n'],
  ['the form of HTTP/1 with the version of HTTP/0.9', 'GET /healthz HTTP/0.9\r\nHost: x\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a header without a name', 'GET /healthz HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n'],
  ['a space in a header name', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX y: z\r\n\r\n'],
  ['a space before the colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length : 5\r\n\r\nhello'],
  ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n'],
  ['a bare CR in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n'],
  ['a U+0000 in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
  ['a U+0000 in the path', 'GET /health\0z HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['length and chunks at once', `${post('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`],
  ['two lengths', `${post('Content-Length: 18', 'Content-Length: 19')}${hello}`],
  ['a negative length', `${post('Content-Length: -1')}${hello}`],
  ['a length with a sign', `${post('Content-Length: +18')}${hello}`],
  ['a length that is no number', `${post('Content-Length: 0x12')}${hello}`],
  ['a length without end', `${post(`Content-Length: ${'9'.repeat(40)}`)}${hello}`],
  ['an unknown transfer coding', `${post('Transfer-Encoding: gzip')}${hello}`],
  ['an unknown transfer coding before chunked', `${post('Transfer-Encoding: gzip, chunked')}${chunked(hello)}`],
  [
    'transfer codings in two lines',
    `${post('Transfer-Encoding: gzip', 'Transfer-Encoding: chunked')}${chunked(hello)}`,
  ],
  ['chunks in HTTP/1.0', `${head('POST /v1/contacts HTTP/1.0', 'Transfer-Encoding: chunked')}${chunked(hello)}`],
  ['chunked that is not last', `${post('Transfer-Encoding: chunked, identity')}${hello}`],
  ['a chunk size that is no number', `${post('Transfer-Encoding: chunked')}zz\r\nx\r\n0\r\n\r\n`],
  ['a chunk that is longer than it says', `${post('Transfer-Encoding: chunked')}1\r\nxyz\r\n0\r\n\r\n`],
]

test.each(malformed)('%s gets a flat 400 and the connection ends', async (_name, sent) => {
  const { status, head, body } = await exchange(url, sent)

  expect(status).toBe(400)
  expect(body).toMatchObject({ statusCode: 400, message: expect.stringMatching(/\w/) })
  expect(body.code).toBe('invalid_request')
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8/im)
  expect(head).toMatch(/^x-request-id: \S+/im)
  expect(head).toMatch(/^x-content-type-options: nosniff/im)
  expect(head).toMatch(/^connection: close/im)
  expect((await ask(url, { path: '/readyz' })).status).toBe(200)
})

test.each([
  ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['two Hosts in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: x\r\nhost: x\r\n\r\n'],
])('a request with %s gets a flat 400', async (_name, sent) => {
  const { status, body } = await exchange(url, sent)

  expect([status, body.code]).toEqual([400, 'invalid_request'])
})

test.each([
  ['one header of 20 KB', { 'x-long': 'x'.repeat(20_000) }],
  ['many headers', Object.fromEntries(Array.from({ length: 900 }, (_, nth) => [`x-header-${nth}`, 'x'.repeat(20)]))],
])('%s: 431 in the flat shape', async (_name, headers) => {
  const { status, body } = await ask(url, { path: '/v1/contacts', headers })

  expect([status, body.code]).toEqual([431, 'headers_too_large'])
})

test('a path of 20 KB: 431 or 414 in the flat shape', async () => {
  const { status } = await ask(url, { path: `/v1/contacts/${'x'.repeat(20_000)}` })

  expect([414, 431]).toContain(status)
})

test.each(['/%zz', '/v1/contacts/%', '/v1/contacts/%e0%a4%a', '/v1/%zz/x'])('%s: 400 in the flat shape', async path => {
  const { status, body } = await api.ask({ path })

  expect([status, body.code]).toEqual([400, 'invalid_request'])
})

test.each(['a=%zz', '%', 'limit=%', 'search=%ff', 'a[b]=c', 'a=1&a=2', '&&&', '=', '__proto__=1', 'constructor=1'])(
  'a query of %s breaks nothing',
  async query => {
    const { status } = await api.ask({ path: `/v1/contacts?${query}` })
    expect([200, 400]).toContain(status)
  },
)

test.each([
  ['an absolute one', 'GET http://elsewhere.example.com/healthz HTTP/1.1', [200, 400, 404]],
  ['an asterisk', 'OPTIONS * HTTP/1.1', [204, 400, 404]],
  ['without a slash', 'GET healthz HTTP/1.1', [400, 404]],
  ['with a fragment', 'GET /healthz#x HTTP/1.1', [200, 400, 404]],
])('a request target %s is answered', async (_name, first, statuses) => {
  const answer = await exchange(url, head(first, 'Connection: close'))

  expect(statuses).toContain(answer.status)
  if (answer.status >= 400) expect(answer.body.statusCode).toBe(answer.status)
})

test('a request for a websocket is answered like any other', async () => {
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: eA==']

  const answer = await exchange(url, head('GET /v1/rate-limit HTTP/1.1', ...upgrade))

  expect([200, 400]).toContain(answer.status)
})

test('chunks work as well as a length', async () => {
  const text = JSON.stringify({ email: newEmail() })
  const chunks = [...text].map(character => `1\r\n${character}\r\n`).join('')

  const answer = await exchange(url, `${post('Transfer-Encoding: chunked')}${chunks}0\r\n\r\n`)

  expect(answer.status).toBe(201)
})

test('a request inside the body of another is text, and one after it is a request', async () => {
  const request = (email: string, first_name = '') => {
    const body = JSON.stringify({ email, first_name })
    return `${post(`Content-Length: ${body.length}`)}${body}`
  }
  const [outer, inner, first, second] = [newEmail(), newEmail(), newEmail(), newEmail()]
  const exists = async (email: string) => (await api.get(`/v1/contacts/lookup?email=${email}`)).status === 200
  const short = `POST /v1/contacts HTTP/1.1\r\n\r\n{"email":"${inner}"}`

  await exchange(url, request(outer, short))
  await exchange(url, request(first) + request(second))

  await expect.poll(() => Promise.all([outer, inner, first, second].map(exists))).toEqual([true, false, true, true])
})

test.each([
  ['no key', 'POST /v1/contacts HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n', 401],
  ['too much', post('Expect: 100-continue', 'Content-Length: 99999999'), 413],
  ['another type', post('Expect: 100-continue', 'Content-Length: 100').replace('application/json', 'text/plain'), 415],
])('Expect: 100-continue with %s gets the refusal alone, and the connection ends', async (_name, sent, status) => {
  const received = await converse(sent, { isHalfClosed: false })

  expect(statuses(received)).toEqual([status])
})

test('Expect: 100-continue is told to go on when the body is wanted, and the connection stays open', async () => {
  const body = JSON.stringify({ email: newEmail() })
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', chunk => (received += chunk))

  socket.write(post('Expect: 100-continue', `Content-Length: ${body.length}`))
  await expect.poll(() => statuses(received)).toEqual([100])
  socket.write(body)
  await expect.poll(() => statuses(received)).toEqual([100, 201])
  socket.write(contact(newEmail()))
  await expect.poll(() => statuses(received)).toEqual([100, 201, 201])

  socket.destroy()
})

test('an unknown expectation is answered in the flat shape', async () => {
  const answer = await exchange(
    url,
    `${post(`Content-Length: ${hello.length}`, 'Connection: close', 'Expect: miracles')}${hello}`,
  )

  expect([400, 409, 417, 201]).toContain(answer.status)
  if (answer.status >= 400) expect(answer.body.statusCode).toBe(answer.status)
})

test.each([
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['garbage', 'hello\r\n\r\n'],
  ['half a body', `${post('Content-Length: 1000')}${hello}`],
])('the service survives %s and then a reset', async (_name, sent) => {
  const { hostname, port } = new URL(url)
  for (let nth = 0; nth < 5; nth++) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(sent)
    await Promise.race([once(socket, 'data'), pause(100)])
    socket.resetAndDestroy()
  }

  expect((await ask(url, { path: '/healthz' })).status).toBe(200)
})

const contact = (email: string) => {
  const body = JSON.stringify({ email })
  return `${post(`Content-Length: ${body.length}`)}${body}`
}
const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

/** Everything that comes back until the service closes the connection. The client closes its half after the last byte, or does not. */
async function converse(sent: string, { isHalfClosed }: { isHalfClosed: boolean }): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  if (isHalfClosed) socket.end(sent)
  else socket.write(sent)
  let received = ''
  for await (const chunk of socket) received += chunk
  return received
}

test('a client that closes its half of the connection after its requests gets all answers', async () => {
  const received = await converse(contact(newEmail()) + contact(newEmail()), { isHalfClosed: true })

  expect(statuses(received)).toEqual([201, 201])
})

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a broken body', `${post('Transfer-Encoding: chunked')}zz\r\n`, 400],
  ['a head that is too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('requests before %s are answered first', async (_name, sent, status) => {
  const good = [contact(newEmail()), head('GET /v1/contacts?limit=1 HTTP/1.1'), contact(newEmail())]

  const received = await converse(good.join('') + sent, { isHalfClosed: false })

  expect(statuses(received)).toEqual([201, 200, 201, status])
})

test('a request that has its answer gets no second one when its body turns out to be broken', async () => {
  const noKey = 'POST /v1/contacts HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(noKey)
  const [first] = await once(socket, 'data')
  socket.write('zz\r\n')
  let rest = ''
  for await (const chunk of socket) rest += chunk

  expect(statuses(String(first) + rest)).toEqual([401])
})
