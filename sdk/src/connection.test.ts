import { expect, test } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { answer, farSide, refusal } from '../testing/far-side.ts'
import { ApiError, ConnectionError, Posthorn, TimeoutError } from './posthorn.ts'

const email = { from: 'hello@acme.test', to: 'ada@example.com', subject: 'Hello', text: 'Hello.' }
const busy = refusal(503, 'service_unavailable')

test('a call carries the key, the body and one idempotency key for all its attempts', async () => {
  await using far = await farSide([{ silent: 'reset' }, busy, answer({ id: '1' })])

  expect(await far.posthorn.emails.send(email)).toEqual({ id: '1' })

  const { received } = far.sink
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual(Array(3).fill('POST /v1/emails'))
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([email, email, email])
  const keys = new Set(received.map(({ headers }) => headers['idempotency-key']))
  expect([...keys]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
  expect(received[0]?.headers).toMatchObject({
    authorization: 'Bearer tx_test_x',
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^posthorn-sdk\/\d/),
  })
})

test('two calls have different idempotency keys, unless one is given', async () => {
  await using far = await farSide([answer({})])

  await far.posthorn.emails.send(email)
  await far.posthorn.emails.send(email)
  await far.posthorn.emails.send(email, { idempotencyKey: 'order-1' })

  const keys = far.sink.received.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
  expect(keys[2]).toBe('order-1')
})

test.each([
  ['the option', { idempotencyKey: 'a', headers: { 'Idempotency-Key': 'b' } }, 'a'],
  ['the header of the call', { headers: { 'Idempotency-Key': 'b' } }, 'b'],
  ['the header of the call, in another spelling', { headers: { 'IDEMPOTENCY-KEY': 'b' } }, 'b'],
  ['the header of the client', {}, 'c'],
])('the idempotency key is %s', async (_name, options, key) => {
  await using far = await farSide([answer({})], { headers: { 'idempotency-Key': 'c' } })

  await far.posthorn.emails.send(email, options)

  expect(far.sink.received[0]?.headers['idempotency-key']).toBe(key)
})

test('a header that is given in another spelling is sent once', async () => {
  await using far = await farSide([answer({})], { headers: { 'User-Agent': 'shop/1', Authorization: 'Bearer other' } })

  await far.posthorn.emails.send(email, { headers: { 'USER-AGENT': 'shop/2', 'Content-Type': 'text/plain' } })

  expect(far.sink.received[0]?.headers).toMatchObject({
    authorization: 'Bearer tx_test_x',
    'content-type': 'application/json',
    'user-agent': 'shop/2',
  })
})

test('a header that HTTP cannot carry is refused before anything is sent', async () => {
  await using far = await farSide([answer({})])

  for (const idempotencyKey of ['order 🎉', 'a\nb']) {
    const refused = far.posthorn.emails.send(email, { idempotencyKey }).catch((error: unknown) => error)
    expect(await refused).toMatchObject({ name: 'PosthornError', message: expect.stringMatching(/^idempotency-key /) })
  }
  expect(far.sink.count).toBe(0)
})

test('a call that could take effect twice is not retried when its outcome is unknown', async () => {
  await using far = await farSide([busy])

  await expect(far.posthorn.webhooks.rotateSecret('1')).rejects.toMatchObject({ code: 'service_unavailable' })

  expect(far.sink.count).toBe(1)
  expect(far.sink.received[0]?.headers).not.toHaveProperty('idempotency-key')
})

test('a call fails after its retries, with the last error', async () => {
  await using far = await farSide([busy, refusal(429, 'rate_limit_exceeded')], { maxRetries: 2 })

  await expect(far.posthorn.credits.get()).rejects.toMatchObject({ code: 'rate_limit_exceeded', status: 429 })
  expect(far.sink.count).toBe(3)

  await expect(far.posthorn.credits.get({ maxRetries: 0 })).rejects.toThrow(ApiError)
  expect(far.sink.count).toBe(4)
})

test('the message of an error has its first five faults', async () => {
  const details = Array.from({ length: 7 }, (_, nth) => ({ path: `to.${nth}`, message: 'is wrong' }))
  const body = { code: 'validation_error', message: 'Not valid.', statusCode: 400, details }
  await using far = await farSide([answer(body, { status: 400 })])

  await expect(far.posthorn.emails.send(email)).rejects.toThrow(
    'Not valid. to.0 is wrong; to.1 is wrong; to.2 is wrong; to.3 is wrong; to.4 is wrong; and 2 more',
  )
})

test('an error has the code, the message and the details of the service', async () => {
  const details = [{ path: 'to', message: 'is missing' }]
  const body = { code: 'validation_error', message: 'Not valid.', statusCode: 400, details }
  await using far = await farSide([answer(body, { status: 400 })])

  const error = await far.posthorn.emails.send(email).catch((error: unknown) => error)

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'validation_error', status: 400, requestId: 'request-1' })
  expect(error).toMatchObject({ message: 'Not valid. to is missing' })
  expect(error).toMatchObject({ details, faults: details })
})

test.each([
  [{ status: 404, body: '<h1>nginx</h1>' }, /404\) is not from Posthorn/],
  [{ status: 200, body: '<h1>Sign in to the Wi-Fi</h1>' }, /200\) is not from Posthorn/],
  [{ status: 301, headers: { location: 'https://example.com/' } }, /a redirect to https:\/\/example.com\//],
])('an answer that is not from Posthorn is reported as such: %j', async (act, message) => {
  await using far = await farSide([act])

  const failure = far.posthorn.emails.send(email)

  await expect(failure).rejects.toMatchObject({ code: 'unexpected_response', message: expect.stringMatching(message) })
  expect(far.sink.count).toBe(1)
})

test('an attempt ends at its timeout, and all attempts at the deadline', async () => {
  await using far = await farSide([{ silent: 'hang' }])

  const once = far.posthorn.credits.get({ timeoutMs: 50, maxRetries: 0 })
  await expect(once).rejects.toThrow(TimeoutError)

  const begun = Date.now()
  await expect(far.posthorn.credits.get({ timeoutMs: 50, deadlineMs: 200 })).rejects.toThrow(TimeoutError)
  expect(Date.now() - begun).toBeLessThan(1_000)
})

test('a timeout longer than a timer can run does not end the call at once', async () => {
  await using far = await farSide([answer({ balance: 1 })])
  const month = 30 * 24 * 3_600_000

  for (const ms of [Number.POSITIVE_INFINITY, month, 2 ** 31]) {
    const options = { timeoutMs: ms, deadlineMs: ms, maxRetries: 0 }
    expect(await far.posthorn.credits.get(options)).toEqual({ balance: 1 })
  }
})

test('an answer that stops in the middle is a timeout', async () => {
  await using far = await farSide([{ body: '{"id":', after: 'hang' }])

  await expect(far.posthorn.credits.get({ timeoutMs: 50, maxRetries: 0 })).rejects.toThrow(TimeoutError)
})

test('an abort throws the signal’s reason, during an attempt and between two attempts', async () => {
  await using far = await farSide([{ silent: 'hang' }])
  const running = new AbortController()
  const call = far.posthorn.credits.get({ signal: running.signal })
  await far.sink.waitFor(1)
  running.abort(new Error('changed my mind'))
  await expect(call).rejects.toThrow('changed my mind')

  const answered = Promise.withResolvers<void>()
  const watched: typeof fetch = async (...asked) => {
    const response = await fetch(...asked)
    const text = await response.text()
    // By then the client has read it and waits.
    setImmediate(answered.resolve)
    return new Response(text, response)
  }
  const slowly = refusal(503, 'service_unavailable', { 'retry-after-ms': '30000' })
  await using slow = await farSide([slowly], { fetch: watched })
  const waiting = new AbortController()
  const retried = slow.posthorn.credits.get({ signal: waiting.signal })
  await answered.promise
  waiting.abort(new Error('no longer needed'))
  await expect(retried).rejects.toThrow('no longer needed')
  await expect(far.posthorn.credits.get({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
  expect(far.sink.count).toBe(1)
})

test('the error says why a connection failed', async () => {
  const posthorn = new Posthorn({ url: `http://127.0.0.1:${await freePort()}`, apiKey: 'tx_test_x', maxRetries: 0 })

  const failure = posthorn.credits.get()

  await expect(failure).rejects.toThrow(ConnectionError)
  await expect(failure).rejects.toThrow(/GET http:.*ECONNREFUSED/)
})

test('an id that would address another operation is refused, and others are encoded', async () => {
  await using far = await farSide([answer({})])

  for (const id of ['', '.', '..']) await expect(far.posthorn.contacts.delete(id)).rejects.toThrow(/id must be the id/)
  await far.posthorn.contacts.delete('a/b?c')

  expect(far.sink.received.map(({ path }) => path)).toEqual(['/v1/contacts/a%2Fb%3Fc'])
})

test('a file can be read whole or as a stream, without a timeout, and an abort ends it', async () => {
  await using far = await farSide([{ body: 'From: a' }, { body: 'From: a', after: 'drip' }])

  expect(await (await far.posthorn.emails.getRaw('1')).text()).toBe('From: a')

  const controller = new AbortController()
  const endless = await far.posthorn.emails.getRaw('1', { signal: controller.signal, timeoutMs: 100 })
  const reader = endless.body?.getReader()
  for (const begun = Date.now(); Date.now() - begun < 200; ) expect((await reader?.read())?.done).toBe(false)
  controller.abort(new Error('enough'))
  await expect(reader?.closed).rejects.toThrow('enough')
})
