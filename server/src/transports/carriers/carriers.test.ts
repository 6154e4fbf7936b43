/** Both carriers, on real sockets. */
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { startHttpCarrier } from '../../../../sinks/http-carrier.ts'
import type { CarrierAct } from '../../../../sinks/http-carrier-script.ts'
import { telnyxDialect, telnyxSinkPublicKey } from '../../../../sinks/http-carrier-telnyx.ts'
import { twilioDialect } from '../../../../sinks/http-carrier-twilio.ts'
import { trustTheSink } from '../../../testing/trust-the-sink.ts'
import type { Carrier, Submission } from '../carrier.ts'
import { telnyxCarrier } from './telnyx.ts'
import { twilioCarrier } from './twilio.ts'

const accountSid = `AC${'1'.repeat(32)}`
const authToken = 'a-token-that-nobody-may-see'
const apiKey = 'KEY-that-nobody-may-see'
const callbackUrl = 'https://sms.example.com/callbacks'
const key = { environmentId: '01890a5d-ac96-774b-bcce-b302099a8057', smsId: '01890a5d-ac96-774b-bcce-b302099a8058' }
const reportTo = `${callbackUrl}?sms=${key.environmentId}.${key.smsId}`
const to = '+15550100002'

const submissionOf = (overrides: Partial<Submission> = {}): Submission => ({
  ...key,
  from: '+15550100001',
  to,
  body: 'Grüße & 👋',
  encoding: 'ucs2',
  mediaUrls: [],
  parts: [{ nth: 1, text: 'Grüße & 👋' }],
  totalParts: 1,
  beforeSubmit: async () => {},
  ...overrides,
})

type Wrong = { secret?: string; timeoutMs?: number; tls?: boolean }

const twilio = {
  name: 'twilio',
  dialect: () => twilioDialect({ accountSid, authToken }),
  carrier: (baseUrl: string, { secret = authToken, timeoutMs = 5_000 }: Wrong = {}): Carrier =>
    twilioCarrier({ name: 'twilio', accountSid, authToken: secret, baseUrl, callbackUrl, timeoutMs }),
}
const telnyx = {
  name: 'telnyx',
  dialect: () => telnyxDialect({ apiKey }),
  carrier: (baseUrl: string, { secret = apiKey, timeoutMs = 5_000 }: Wrong = {}): Carrier =>
    telnyxCarrier({
      name: 'telnyx',
      apiKey: secret,
      publicKey: telnyxSinkPublicKey,
      baseUrl,
      callbackUrl,
      timeoutMs,
    }),
}

async function startBoth(one: typeof twilio | typeof telnyx, wrong: Wrong = {}) {
  const sink = await startHttpCarrier(one.dialect(), { tls: wrong.tls ?? false })
  const carrier = one.carrier(sink.url, wrong)
  const asyncDispose = async () => {
    await sink[Symbol.asyncDispose]()
    await carrier[Symbol.asyncDispose]()
  }
  return { sink, carrier, [Symbol.asyncDispose]: asyncDispose }
}

const destination = { kind: 'deferred', because: 'destination', inDoubt: false }
const later = { kind: 'deferred', because: 'message', inDoubt: false }
const doubt = { kind: 'deferred', because: 'message', inDoubt: true }
const rejected = { kind: 'rejected' }
const optedOut = { kind: 'rejected', optedOut: true }
const huge = JSON.stringify({ sid: 'SM1', data: { id: '1' }, padding: 'x'.repeat(70_000) })

describe.each([twilio, telnyx])('$name', one => {
  test('accepts a message once, and returns its id', async () => {
    await using both = await startBoth(one)

    const outcomes = await both.carrier.submit(submissionOf())

    expect(both.sink.taken).toMatchObject([
      { from: '+15550100001', to, body: 'Grüße & 👋', mediaUrls: [], callbackUrl: reportTo },
    ])
    expect(outcomes).toEqual([
      {
        kind: 'accepted',
        carrierId: both.sink.taken[0]?.id,
        state: 'sent',
        attempt: {
          transport: one.name,
          host: `127.0.0.1:${both.sink.port}`,
          reply: expect.stringMatching(/^20[01] queued$/),
          durationMs: expect.any(Number),
        },
      },
    ])
  })

  test('accepts pictures, even without text', async () => {
    await using both = await startBoth(one)
    const mediaUrls = ['https://example.com/1.png', 'https://example.com/2.png?a=b&c']

    await both.carrier.submit(submissionOf({ body: '', mediaUrls }))

    expect(both.sink.taken).toMatchObject([{ body: '', mediaUrls }])
  })

  test.each<[string, CarrierAct, object, string]>([
    ['is busy', { status: 429, code: '20429', words: 'Too Many Requests' }, destination, '429 20429 Too Many Requests'],
    ['is down', { status: 503 }, destination, '503 '],
    ['breaks', { status: 500, taken: true }, doubt, '500 '],
    ['has a broken gateway', { status: 502, raw: '<h1>Bad gateway</h1>' }, doubt, '502'],
    ['stops waiting', { status: 408 }, doubt, '408 '],
    ['works on another copy', { status: 409 }, doubt, '409 '],
    ['forbids', { status: 403, code: '1', words: 'Suspended' }, destination, '403 1 Suspended'],
    ['requires payment', { status: 402 }, destination, '402 '],
    ['is not found', { status: 404 }, destination, '404 '],
    ['refuses', { status: 400, code: '5', words: 'Not\r\na number' }, rejected, '400 5 Not a number'],
    ['refuses without an error message', { status: 400, raw: '' }, rejected, '400'],
    ['accepts without an id', { status: 200, raw: '{}' }, doubt, '200 Unreadable answer'],
    ['answers without JSON', { status: 201, raw: 'OK' }, doubt, '201 Unreadable answer'],
    ['answers with too much data', { status: 200, raw: huge }, doubt, '200 Unreadable answer'],
    ['redirects', { status: 307, raw: '', headers: { location: '/elsewhere' } }, destination, '307'],
    ['disconnects without an answer', { after: 'reset' }, doubt, 'No answer: ECONNRESET'],
    ['accepts and disconnects', { after: 'reset', taken: true }, doubt, 'No answer: ECONNRESET'],
  ])('that %s', async (_, act, outcome, reply) => {
    await using both = await startBoth(one)
    both.sink.script(to, act)

    const outcomes = await both.carrier.submit(submissionOf())

    expect(outcomes).toMatchObject([{ ...outcome, attempt: { reply: expect.stringContaining(reply) } }])
    expect(both.sink.requests).toHaveLength(1)
  })

  test.each(['x'.repeat(101), 'a\0b'])(
    'that returns an id that cannot be stored has accepted the message',
    async id => {
      await using both = await startBoth(one)
      both.sink.script(to, { status: 201, raw: JSON.stringify({ sid: id, status: 'queued', data: { id } }) })

      expect(await both.carrier.submit(submissionOf())).toMatchObject([{ kind: 'accepted', carrierId: null }])
    },
  )

  test.each([false, true])('that does not answer leaves the message in doubt (taken: %s)', async taken => {
    await using both = await startBoth(one, { timeoutMs: 100 })
    both.sink.script(to, { after: 'stall', taken })

    const outcomes = await both.carrier.submit(submissionOf())

    expect(outcomes).toMatchObject([{ ...doubt, attempt: { reply: 'No answer: nothing within 100 ms' } }])
    await vi.waitFor(() => expect(both.sink.connections.now).toBe(0))
  })

  test('that sends an endless answer is disconnected', async () => {
    const server = createHttpServer((_, response) => {
      const talk = () => {
        while (response.write(Buffer.alloc(16_384, 'x')));
      }
      response.on('drain', talk)
      talk()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    await using carrier = one.carrier(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)

    const [outcome] = await carrier.submit(submissionOf())

    expect(outcome).toMatchObject(doubt)
    expect(outcome?.attempt.durationMs).toBeLessThan(4_000)
    await new Promise(resolve => server.close(resolve))
  })

  test('that disconnects in the middle of a refusal has refused', async () => {
    await using both = await startBoth(one)
    both.sink.script(to, { status: 400, raw: 'x', headers: { 'content-length': '1000', connection: 'close' } })
    const submitting = both.carrier.submit(submissionOf())
    await vi.waitFor(() => expect(both.sink.requests).toHaveLength(1))
    await new Promise(resolve => setTimeout(resolve, 50))

    both.sink.resetAll()

    expect(await submitting).toMatchObject([rejected])
  })

  test('that cannot be reached leaves the message not in doubt', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    await new Promise(resolve => server.close(resolve))
    await using carrier = one.carrier(`http://127.0.0.1:${port}`)
    const beforeSubmit = vi.fn(async () => {})

    const outcomes = await carrier.submit(submissionOf({ beforeSubmit }))

    expect(outcomes).toMatchObject([{ ...destination, attempt: { reply: 'No connection: ECONNREFUSED' } }])
    expect(beforeSubmit).not.toHaveBeenCalled()
  })

  test('that cannot be resolved leaves the message not in doubt', async () => {
    await using carrier = one.carrier('http://carrier.invalid')

    const outcomes = await carrier.submit(submissionOf())

    expect(outcomes).toMatchObject([{ ...destination, attempt: { host: 'carrier.invalid' } }])
  })

  test('that never finishes its handshake leaves the message not in doubt', async () => {
    const server = createServer(socket => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    await using carrier = one.carrier(`https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, {
      timeoutMs: 100,
    })

    const outcomes = await carrier.submit(submissionOf())

    expect(outcomes).toMatchObject([{ ...destination, attempt: { reply: 'No connection: nothing within 100 ms' } }])
    await new Promise(resolve => server.close(resolve))
  })

  test('is used over TLS only with a valid certificate', async () => {
    await using both = await startBoth(one, { tls: true })

    expect(await both.carrier.submit(submissionOf())).toMatchObject([destination])
    expect(both.sink.requests).toEqual([])

    trustTheSink()
    await using trusting = one.carrier(both.sink.url)
    expect(await trusting.submit(submissionOf())).toMatchObject([{ kind: 'accepted', attempt: { tls: 'TLSv1.3' } }])
    expect(await trusting.submit(submissionOf())).toMatchObject([{ kind: 'accepted', attempt: { tls: 'TLSv1.3' } }])
  })

  test('gets nothing before beforeSubmit resolves', async () => {
    await using both = await startBoth(one)
    const leave = Promise.withResolvers<void>()
    const beforeSubmit = vi.fn(() => leave.promise)

    const submitting = both.carrier.submit(submissionOf({ beforeSubmit }))
    await vi.waitFor(() => expect(beforeSubmit).toHaveBeenCalledOnce())
    await new Promise(resolve => setTimeout(resolve, 50))

    expect(both.sink.connections.now).toBe(1)
    expect(both.sink.requests).toEqual([])
    leave.resolve()
    expect(await submitting).toMatchObject([{ kind: 'accepted' }])
    expect(beforeSubmit).toHaveBeenCalledOnce()
  })

  test('gets nothing when beforeSubmit rejects', async () => {
    await using both = await startBoth(one)
    const gone = new Error('The lease is gone')

    const submitting = both.carrier.submit(submissionOf({ beforeSubmit: () => Promise.reject(gone) }))

    await expect(submitting).rejects.toBe(gone)
    await vi.waitFor(() => expect(both.sink.connections.now).toBe(0))
    expect(both.sink.requests).toEqual([])
  })

  test('that disconnects during beforeSubmit leaves the message not in doubt', async () => {
    await using both = await startBoth(one)
    const beforeSubmit = async () => {
      both.sink.resetAll()
      await vi.waitFor(() => expect(both.sink.connections.now).toBe(0))
      await new Promise(resolve => setTimeout(resolve, 20))
    }

    expect(await both.carrier.submit(submissionOf({ beforeSubmit }))).toMatchObject([destination])
  })

  test('that answers before the request is ignored', async () => {
    const answer = 'HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}'
    const server = createServer(socket => socket.on('error', () => {}).write(answer)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    await using carrier = one.carrier(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`)
    const beforeSubmit = () => new Promise<void>(resolve => setTimeout(resolve, 50))

    expect(await carrier.submit(submissionOf({ beforeSubmit }))).toMatchObject([destination])
    await new Promise(resolve => server.close(resolve))
  })

  test('gets sequential messages over one connection', async () => {
    await using both = await startBoth(one)

    for (let nth = 0; nth < 3; nth++)
      await both.carrier.submit(submissionOf({ smsId: `${key.smsId.slice(0, -1)}${nth}` }))

    expect(both.sink.taken).toHaveLength(3)
    expect(both.sink.connections.total).toBe(1)
  })

  test('may answer before the carrier is closed', async () => {
    await using sink = await startHttpCarrier(one.dialect())
    const carrier = one.carrier(sink.url)
    const leave = Promise.withResolvers<void>()

    const submitting = carrier.submit(submissionOf({ beforeSubmit: () => leave.promise }))
    const leaving = carrier[Symbol.asyncDispose]()
    leave.resolve()
    await leaving

    expect(await submitting).toMatchObject([{ kind: 'accepted' }])
    await vi.waitFor(() => expect(sink.connections.now).toBe(0))
  })

  test('that refuses our credentials defers the message, and the secret is not shown', async () => {
    await using both = await startBoth(one, { secret: 'another-secret' })

    const outcomes = await both.carrier.submit(submissionOf())

    expect(outcomes).toMatchObject([{ ...destination, attempt: { reply: expect.stringMatching(/^401 \d+ Auth/) } }])
    expect(JSON.stringify(outcomes)).not.toContain('another-secret')
  })

  test('that repeats our secrets has them hidden', async () => {
    await using both = await startBoth(one)
    const basic = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
    both.sink.script(to, { status: 400, code: '1', words: `${authToken} ${apiKey} ${basic}` })

    const outcomes = await both.carrier.submit(submissionOf())

    expect(JSON.stringify(outcomes)).not.toContain(one === twilio ? authToken : apiKey)
    expect(JSON.stringify(outcomes)).not.toContain(one === twilio ? basic : apiKey)
  })

  test('is quoted with at most 500 characters', async () => {
    await using both = await startBoth(one)
    both.sink.script(to, { status: 400, code: '1', words: '👋'.repeat(1_000) })

    const [outcome] = await both.carrier.submit(submissionOf())

    expect(outcome?.attempt.reply?.length).toBe(500)
    expect(outcome?.attempt.reply?.isWellFormed()).toBe(true)
  })
})

describe('twilio', () => {
  test.each([
    [60, '60'],
    [36_000, '36000'],
    // More than ten hours is refused.
    [604_800, '36000'],
  ])('gets a validity for %i seconds', async (seconds, told) => {
    await using both = await startBoth(twilio)

    await both.carrier.submit(submissionOf({ validity: { until: new Date(), seconds } }))
    await both.carrier.submit(submissionOf())

    const forms = both.sink.requests.map(({ body }) => new URLSearchParams(String(body)))
    expect(forms.map(form => form.get('ValidityPeriod'))).toEqual([told, null])
  })

  test.each<[string, number, string, object]>([
    ['has opted out', 400, '21610', optedOut],
    ['is no number', 400, '21211', rejected],
    ['has a sender with a full queue', 400, '21611', later],
    ['is of an account that is not known', 403, '20003', destination],
  ])('says of a recipient that it %s', async (_, status, code, outcome) => {
    await using both = await startBoth(twilio)
    both.sink.script(to, { status, code, words: 'So it is' })

    const outcomes = await both.carrier.submit(submissionOf())

    expect(outcomes).toMatchObject([{ ...outcome, attempt: { reply: `${status} ${code} So it is` } }])
  })

  test.each([
    ['-0.00750', 'USD', '0.00750'],
    ['0.0079', 'usd', '0.0079'],
    ['-0.00750', 'EUR', undefined],
    [null, 'USD', undefined],
    ['free', 'USD', undefined],
  ])('with the price %s %s', async (price, unit, cost) => {
    await using both = await startBoth(twilio)
    const raw = JSON.stringify({ sid: 'SM1', status: 'queued', price, price_unit: unit })
    both.sink.script(to, { status: 201, raw })

    const outcomes = await both.carrier.submit(submissionOf())

    const attempt = expect.objectContaining({ reply: '201 queued' })
    const accepted = { kind: 'accepted', attempt, carrierId: 'SM1', state: 'sent' }
    expect(outcomes).toEqual([cost === undefined ? accepted : { ...accepted, cost }])
  })

  test('gets no callback URL when there is none', async () => {
    await using sink = await startHttpCarrier(twilio.dialect())
    await using carrier = twilioCarrier({
      name: 'mine',
      accountSid,
      authToken,
      baseUrl: sink.url,
      callbackUrl: null,
      messagingServiceSid: 'MG1',
    })

    await carrier.submit(submissionOf())

    expect(sink.taken).toMatchObject([{ callbackUrl: null }])
    expect(new URLSearchParams(sink.requests[0]?.body).get('MessagingServiceSid')).toBe('MG1')
  })
})

describe('telnyx', () => {
  test('recognizes a repeated message, and sends it once', async () => {
    await using both = await startBoth(telnyx)
    both.sink.script(to, { after: 'reset', taken: true })

    const first = await both.carrier.submit(submissionOf())
    const second = await both.carrier.submit(submissionOf())

    expect([...first, ...second]).toMatchObject([doubt, { kind: 'accepted', carrierId: both.sink.taken[0]?.id }])
    expect(both.sink.taken).toHaveLength(1)
    expect(both.sink.requests[0]?.body).toBe(both.sink.requests[1]?.body)
    expect(both.sink.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([key.smsId, key.smsId])
  })

  test('leaves the message in doubt when the key was used with another text', async () => {
    await using both = await startBoth(telnyx)

    await both.carrier.submit(submissionOf())
    const outcomes = await both.carrier.submit(submissionOf({ body: 'Something else' }))

    expect(outcomes).toMatchObject([doubt])
  })

  test.each<[string, number, string, object]>([
    ['has opted out', 403, '40300', optedOut],
    ['has opted out', 409, '40300', optedOut],
    ['is no number', 400, '40310', rejected],
    ['cannot be understood', 422, '10004', rejected],
    ['has a sender with a full queue', 400, '40318', later],
    ['is of an account without money', 400, '20100', destination],
  ])('says of a recipient that it %s', async (_, status, code, outcome) => {
    await using both = await startBoth(telnyx)
    both.sink.script(to, { status, code, words: 'So it is' })

    const outcomes = await both.carrier.submit(submissionOf())

    expect(outcomes).toMatchObject([{ ...outcome, attempt: { reply: `${status} ${code} So it is: So it is` } }])
  })

  test('sends only documented fields', async () => {
    await using sink = await startHttpCarrier(telnyx.dialect())
    const options = { name: 'mine', apiKey, publicKey: telnyxSinkPublicKey, baseUrl: sink.url }
    await using carrier = telnyxCarrier({ ...options, callbackUrl: null, messagingProfileId: 'profile' })
    const mediaUrls = ['https://example.com/1.png']

    await carrier.submit(submissionOf({ mediaUrls }))

    expect(JSON.parse(sink.requests[0]?.body ?? '')).toEqual({
      from: '+15550100001',
      to,
      text: 'Grüße & 👋',
      media_urls: mediaUrls,
      type: 'MMS',
      messaging_profile_id: 'profile',
    })
  })

  test('is not opened with an invalid key', () => {
    expect(() => telnyxCarrier({ name: 'mine', apiKey, publicKey: 'short', callbackUrl })).toThrow('32 octets')
  })
})
