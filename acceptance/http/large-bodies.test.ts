import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { EmailBatchAccepted } from '@posthorn/contract/messages/email-replies'
import { expect, inject, test } from 'vitest'
import { faultyPaths, hello, send, untilStatus } from '../emails/sending.ts'
import { ask, client } from '../http-client/client.ts'
import { filesOf, readMessage } from '../http-client/mime.ts'
import { exchange } from '../http-client/raw-socket.ts'
import { newEmail } from '../http-client/unique.ts'

// Concurrent large bodies are refused, so all of them are in this file, whose tests run one after the other.
const { url, testKey, liveKey } = inject('service')
const api = client(url, testKey)
const live = client(url, liveKey)
const mebibyte = 1024 * 1024
const json = { 'content-type': 'application/json' }
type Refused = { code: string; details?: unknown }
const head = (path: string, ...lines: string[]) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${testKey}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n')

test.each([
  ['/v1/contacts', mebibyte],
  ['/v1/templates', 8 * mebibyte],
  ['/v1/emails', 15 * mebibyte],
  ['/v1/emails/batch', 50 * mebibyte],
])('%s refuses a length of one byte over %i at once, without reading it', async (path, limit) => {
  const { status, body, ms } = await exchange(url, head(path, `Content-Length: ${limit + 1}`))

  expect([status, body.code]).toEqual([413, 'payload_too_large'])
  expect(ms).toBeLessThan(2_000)
})

test('endless chunks are cut off at the limit', async () => {
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, ' '), Buffer.from('\r\n')])
  let sent = 0
  function* endless() {
    yield head('/v1/contacts', 'Transfer-Encoding: chunked')
    for (; sent < 1024 * mebibyte; sent += 0x10000) yield chunk
  }

  const { status, body } = await exchange(url, endless(), 30_000)

  expect(sent).toBeLessThan(64 * mebibyte)
  // The rest may arrive faster than the answer can be read: then the connection is just cut.
  if (status !== 0) expect([status, body.code]).toEqual([413, 'payload_too_large'])
  expect((await ask(url, { path: '/readyz' })).status).toBe(200)
})

test('a body of almost 15 MiB is read and checked', async () => {
  const unknown = 'x'.repeat(15 * mebibyte - 1_000)

  const { status, headers } = await api.post('/v1/emails', { ...hello, to: newEmail(), unknown })

  expect([status, headers['x-ignored-fields']]).toEqual([200, 'unknown'])
})

const many = (count: number, one: string) => Array(count).fill(one).join()
const keys = (count: number) => Array.from({ length: count }, (_, nth) => `"${nth}":1`).join()
const sendWith = (field: string) => `{"from":"a@b.co","to":"a@b.co","subject":"x","text":"x",${field}}`

test.each([
  ['/v1/contacts', 'short keys', `{${keys(10_001)}}`],
  ['/v1/contacts', 'empty objects', `{"email":"a@b.co","unknown":[${many(10_001, '{}')}]}`],
  ['/v1/sms', 'numbers', `{"unknown":[${many(10_001, '1')}]}`],
  ['/v1/emails', 'variables', sendWith(`"variables":{${keys(20_001)}}`)],
  ['/v1/emails/batch', 'short keys', `[{${keys(100_001)}}]`],
  ['/v1/emails/batch', 'empty lists', `[${many(100_001, '[]')}]`],
])('%s refuses %s beyond the number of values that it accepts', async (path, _name, raw) => {
  const { status, body } = await api.ask<Refused>({ method: 'POST', path, raw, headers: json })

  expect([status, body.code]).toEqual([400, 'validation_error'])
  expect(body.details).toEqual([
    { path: 'body', message: expect.stringMatching(/^must not have more than [1-9]\d*,000 values$/) },
  ])
})

test('a request that is refused in the middle of a long body gets its answer, however much is still to come', async () => {
  const length = 14 * mebibyte
  function* tooDeep() {
    yield head('/v1/emails', `Content-Length: ${length}`)
    yield '['.repeat(100)
    for (let sent = 100; sent < length; sent += 0x10000) yield Buffer.alloc(Math.min(0x10000, length - sent), ' ')
  }

  const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(url, tooDeep(), 30_000)))

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([400, 'validation_error']))
  expect(answers[0]?.head).toMatch(/^connection: close/im)
})

test.each(['html', 'text'])('an email’s %s may have 5 MiB and not a byte more', async field => {
  const content = (bytes: number) => ({
    ...hello,
    to: newEmail(),
    text: undefined,
    [field]: `é${'x'.repeat(bytes - 2)}`,
  })

  const { id } = await send(api, content(5 * mebibyte))
  const tooLong = await api.post('/v1/emails', content(5 * mebibyte + 1))

  expect([tooLong.status, tooLong.body.code]).toEqual([413, 'payload_too_large'])
  await untilStatus(api, id)
})

test('an email’s files together may have 10 MiB in base64 and not more', async () => {
  const file = (content: string) => ({ filename: 'a.bin', content })
  const half = file('A'.repeat(5 * mebibyte))

  const { id } = await send(live, { attachments: [half, half] })
  const tooLarge = await live.post('/v1/emails', { ...hello, attachments: [half, half, file('AAAA')] })

  expect([tooLarge.status, tooLarge.body.code]).toEqual([413, 'payload_too_large'])
  await untilStatus(live, id)
  const files = filesOf(readMessage((await live.get(`/v1/emails/${id}/raw`)).text))
  expect(files.map(({ content }) => content.length)).toEqual(Array(2).fill((5 * mebibyte * 3) / 4))
})

test('a batch of almost 50 MiB is accepted, and one email that is too large refuses a batch', async () => {
  const html = 'x'.repeat(4.9 * mebibyte)

  const fits = await api.post<EmailBatchAccepted>(
    '/v1/emails/batch',
    Array(10).fill({ ...hello, to: newEmail(), html }),
  )
  const tooLarge = await api.post('/v1/emails/batch', [hello, { ...hello, html: 'x'.repeat(5 * mebibyte + 1) }])

  expect(fits.status).toBe(200)
  await untilStatus(api, fits.body.data.at(-1)?.id ?? '')
  expect([tooLarge.status, tooLarge.body.code, faultyPaths(tooLarge)]).toEqual([413, 'payload_too_large', ['1.html']])
})

test('a workflow may have 256 KiB and not more', async () => {
  const padding = (length: number) => ({ name: 'x', workflow_definition: { steps: [], note: 'x'.repeat(length) } })

  const fits = await api.post('/v1/workflows', padding(255 * 1024))
  const tooLong = await api.post('/v1/workflows', padding(256 * 1024))

  expect(fits.status).toBe(201)
  expect([tooLong.status, tooLong.body.code]).toEqual([413, 'payload_too_large'])
})

test('many large bodies at once are refused or accepted, and the service survives', async () => {
  const raw = Buffer.alloc(14 * mebibyte, ' ')
  const headers = { 'content-type': 'application/json' }
  const post = () => api.ask({ method: 'POST', path: '/v1/contacts', raw, headers })

  const answers = await Promise.allSettled(Array.from({ length: 12 }, post))

  for (const answer of answers) {
    if (answer.status === 'fulfilled') expect([400, 413, 503]).toContain(answer.value.status)
    // A client that is refused while still writing may see the connection cut before the answer.
    else expect(['EPIPE', 'ECONNRESET']).toContain(answer.reason.code)
  }
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
  // A busy machine may not reach its database for a moment.
  await expect.poll(async () => (await ask(url, { path: '/readyz' })).status).toBe(200)
})

test('a head that trickles in is cut off after 10 s with a 408, and delays nobody', { timeout: 30_000 }, async () => {
  async function* trickle() {
    yield 'GET /v1/contacts HTTP/1.1\r\nHost: x\r\n'
    for (;;) {
      await pause(500)
      yield 'X: y\r\n'
    }
  }

  const slow = exchange(url, trickle(), 20_000)
  const quick = await api.get('/v1/contacts?limit=1')
  const { status, body, ms } = await slow

  expect(quick.status).toBe(200)
  expect([status, body.code]).toEqual([408, 'request_timeout'])
  expect(ms).toBeGreaterThan(8_000)
  expect(ms).toBeLessThan(14_000)
})

test('hundreds of silent connections delay no answer', async () => {
  const { hostname, port } = new URL(url)
  const silent = Array.from({ length: 300 }, () => connect(Number(port), hostname).on('error', () => {}))

  const answers = await Promise.all(Array.from({ length: 20 }, () => api.get('/v1/contacts?limit=1')))

  for (const socket of silent) socket.destroy()
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
