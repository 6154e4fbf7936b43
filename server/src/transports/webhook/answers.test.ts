/** The answers of receivers, and how they are reported. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { anyPost, posterAndSink } from '../../../testing/webhook-poster.ts'

test('a webhook arrives unchanged, and is answered', async () => {
  await using there = await posterAndSink({ script: { '/hook?a=b%20c': { status: 202, body: 'thänks' } } })

  const answer = await there.poster.post({
    url: `${there.sink.url}/hook?a=b%20c#part`,
    headers: { 'webhook-id': 'msg_1', 'webhook-signature': 'v1,abc= v1,def=' },
    body: '{"text":"ünder\\u0000 👍"}',
  })

  expect(answer).toEqual({ kind: 'answered', durationMs: expect.any(Number), status: 202, response: 'thänks' })
  expect(there.sink.received).toMatchObject([
    {
      method: 'POST',
      path: '/hook?a=b%20c',
      headers: {
        host: new URL(there.sink.url).host,
        'content-type': 'application/json',
        'user-agent': 'Posthorn-Webhooks/1',
        'webhook-id': 'msg_1',
        'webhook-signature': 'v1,abc= v1,def=',
      },
      body: '{"text":"ünder\\u0000 👍"}',
    },
  ])
})

test('a form has its content type', async () => {
  await using there = await posterAndSink()
  const contentType = 'application/x-www-form-urlencoded; charset=utf-8'

  await there.poster.post({ url: there.sink.url, headers: {}, body: 'a=1', contentType })

  expect(there.sink.received).toMatchObject([{ headers: { 'content-type': contentType }, body: 'a=1' }])
})

test.each([204, 400, 404, 410, 429, 500, 503])('%i is an ordinary answer', async status => {
  await using there = await posterAndSink({ script: { '/': { status } } })

  expect(await there.post()).toMatchObject({ kind: 'answered', status, response: '' })
})

test.each([301, 302, 303, 307, 308])('%i is not followed', async status => {
  await using there = await posterAndSink({ script: () => ({ status, headers: { location: '/again' } }) })

  expect(await there.post()).toMatchObject({ kind: 'answered', status })
  expect(there.sink.received.map(({ path }) => path)).toEqual(['/'])
})

test('Retry-After is passed on', async () => {
  const clock = () => new Date('2026-01-01T00:00:00Z')
  const retryAfter = (value: string) => ({ status: 429, headers: { 'retry-after': value } })
  await using there = await posterAndSink(
    { script: { '/': [retryAfter('7'), retryAfter('Thu, 01 Jan 2026 00:01:00 GMT'), retryAfter('soon')] } },
    { clock },
  )

  expect(await there.post()).toMatchObject({ status: 429, retryAfterMs: 7_000 })
  expect(await there.post()).toMatchObject({ status: 429, retryAfterMs: 60_000 })
  expect(await there.post()).not.toHaveProperty('retryAfterMs')
})

test('a long answer is cut, and its connection is reused', async () => {
  await using there = await posterAndSink({ script: () => ({ body: 'é'.repeat(10_000) }) }, { connections: 1 })

  expect(await there.post()).toMatchObject({ status: 200, response: 'é'.repeat(2048) })
  await there.post()
  expect(there.sink.connections.total).toBe(1)
})

test('an answer of 1 GB is barely read', async () => {
  await using there = await posterAndSink({ script: { '/pour': { status: 500, after: 'pour' } } })

  const answer = await there.post('/pour')

  expect(answer).toMatchObject({ kind: 'answered', status: 500, response: 'a'.repeat(4096) })
  await vi.waitFor(() => expect(there.sink.connections.now).toBe(0))
  // The rest is in kernel buffers.
  expect(there.sink.poured).toBeLessThan(50_000_000)
})

test('an answer that is cut off after its status counts', async () => {
  await using there = await posterAndSink({ script: { '/': { status: 201, body: 'half of', after: 'reset' } } })

  expect(await there.post()).toMatchObject({ kind: 'answered', status: 201, response: 'half of' })
})

test.each(['reset', 'close'] as const)('a %s instead of an answer is reported', async silent => {
  await using there = await posterAndSink({ script: { '/': [{ silent }] } })

  const answer = await there.post()

  expect(answer).toMatchObject({ kind: 'unanswered', error: 'the connection was closed before an answer came' })
  expect(await there.post()).toMatchObject({ kind: 'answered', status: 200 })
})

test('an answer that is not HTTP is reported', async () => {
  await using there = await posterAndSink()
  const server = createServer(socket => socket.end('220 mx.example.com ESMTP\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `as`: it listens on a port.
  const { port } = server.address() as AddressInfo

  const answer = await there.poster.post(anyPost(`http://127.0.0.1:${port}/`))

  expect(answer).toMatchObject({ kind: 'unanswered', error: 'the answer is not HTTP' })
  server.close()
})

test('a refused connection is reported', async () => {
  await using there = await posterAndSink()
  const { url } = there.sink
  await there.sink[Symbol.asyncDispose]()

  expect(await there.poster.post(anyPost(url))).toMatchObject({ error: 'the connection was refused' })
})

test.each([
  ['an invalid URL', { url: 'nowhere' }, 'the URL is not one of http or https'],
  ['another scheme', { url: 'file:///etc/passwd' }, 'the URL is not one of http or https'],
  ['a header with a line break', { headers: { 'webhook-id': 'a\r\nb: c' } }, 'the request could not be written'],
  ['a header outside of Latin 1', { headers: { 'webhook-id': '👍' } }, 'the request could not be written'],
  ['a header with an odd name', { headers: { 'webhook id': 'a' } }, 'the request could not be written'],
  ['a header about the connection', { headers: { Expect: '100-continue' } }, 'the request could not be written'],
])('%s is reported, not thrown', async (_, odd, error) => {
  await using there = await posterAndSink()

  const answer = await there.poster.post({ ...anyPost(there.sink.url), ...odd })

  expect(answer).toMatchObject({ kind: 'unanswered', error })
  expect(await there.post()).toMatchObject({ status: 200 })
})

test.each(['', '\0', '\ud800', 'x'.repeat(200_000)])('any body is sent', async body => {
  await using there = await posterAndSink()

  expect(await there.poster.post({ ...anyPost(there.sink.url), body })).toMatchObject({ status: 200 })
  expect(there.sink.received[0]?.body).toBe(body.toWellFormed())
})
