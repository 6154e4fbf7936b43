import { expect, test } from 'vitest'
import { startSesSink } from '../../../../sinks/ses-sink.ts'
import { shortMessage, transmissionTo } from '../../../testing/smtp-transmission.ts'
import { trustTheSink } from '../../../testing/trust-the-sink.ts'
import { type SesOptions, sesTransport } from './ses.ts'
import { trySes } from './try-ses.ts'

const access = { accessKey: 'AKIAEXAMPLE', secretKey: 'a/secret+key', region: 'eu-west-1' }

async function startBoth(special: Partial<SesOptions> & { tls?: boolean; account?: object } = {}) {
  const { tls = false, account = {}, ...options } = special
  const sink = await startSesSink({ ...access, tls, account })
  const place = { ...access, endpoint: sink.url, configurationSet: null, connections: 20, ...options }
  const ses = sesTransport({ ...place, final: false, timeoutMs: 5_000 })
  return {
    sink,
    place,
    ses,
    async [Symbol.asyncDispose]() {
      await ses[Symbol.asyncDispose]()
      await sink[Symbol.asyncDispose]()
    },
  }
}

const recipients = ['ada@example.com', 'bob@example.com']

test('a message arrives byte for byte, signed, for the recipients of the envelope', async () => {
  await using both = await startBoth({ configurationSet: 'posthorn' })
  const message = Buffer.concat([shortMessage, Buffer.from([0xff, 0x00, 0x0d, 0x0a])])

  const outcomes = await both.ses.send(transmissionTo(recipients, { message }))

  expect(both.sink.taken).toEqual([{ recipients, message, configurationSet: 'posthorn' }])
  const attempt = {
    ...{ transport: 'ses', host: new URL(both.sink.url).host, reply: '200 0102-1' },
    durationMs: expect.any(Number),
  }
  expect(outcomes).toEqual(recipients.map(() => ({ kind: 'accepted', attempt })))
})

test('TLS is recorded with the attempt, and a message that requires it is not sent without', async () => {
  trustTheSink()
  await using encrypted = await startBoth({ tls: true })
  await using plain = await startBoth()
  const transmission = transmissionTo(['ada@example.com'], { requiresTls: true })

  expect(await encrypted.ses.send(transmission)).toMatchObject([{ kind: 'accepted', attempt: { tls: 'TLSv1.3' } }])
  expect(await plain.ses.send(transmission)).toMatchObject([{ kind: 'deferred', because: 'message', inDoubt: false }])
  expect(plain.sink.taken).toEqual([])
})

test('nothing is sent before beforeFinalDot resolves, nor when it rejects', async () => {
  await using both = await startBoth()
  const no = new Error('not ours any more')

  const sending = both.ses.send(
    transmissionTo(recipients, {
      beforeFinalDot: async () => {
        expect(both.sink.taken).toEqual([])
        throw no
      },
    }),
  )

  await expect(sending).rejects.toBe(no)
  expect(both.sink.taken).toEqual([])
})

const broken = { kind: 'deferred', because: 'destination', inDoubt: false }
const pace = { kind: 'deferred', because: 'pace', inDoubt: false }
const doubt = { kind: 'deferred', because: 'message', inDoubt: true }
const rejected = (bounce: string) => ({ kind: 'rejected', bounce, suppress: false })

test.each([
  [{ status: 429, error: 'TooManyRequestsException', words: 'Maximum sending rate exceeded.' }, pace],
  [{ status: 429, error: 'TooManyRequestsException', words: 'Daily message quota exceeded.' }, broken],
  [{ status: 400, error: 'LimitExceededException' }, broken],
  [{ status: 400, error: 'AccountSuspendedException' }, broken],
  [{ status: 400, error: 'SendingPausedException' }, broken],
  [{ status: 404, error: 'NotFoundException', words: 'Configuration set <x> does not exist.' }, broken],
  [{ status: 403, error: 'AccessDeniedException' }, broken],
  [{ status: 503, error: 'ServiceUnavailable' }, broken],
  [{ status: 400, error: 'MessageRejected', words: 'Message contains a virus.' }, rejected('content')],
  [{ status: 400, error: 'MessageRejected', words: 'Email address is not verified.' }, rejected('authentication')],
  [{ status: 400, error: 'MailFromDomainNotVerifiedException' }, rejected('authentication')],
  [{ status: 400, error: 'BadRequestException', words: 'Illegal address' }, rejected('other')],
  [{ status: 400, error: 'BadRequestException', words: 'Message length is more than 41943040' }, rejected('too_large')],
  [{ status: 413, raw: '' }, rejected('too_large')],
  [{ status: 400, raw: '{"__type":"com.amazonaws.ses#MessageRejected","message":"no"}' }, rejected('content')],
  [{ status: 500, error: 'InternalFailure' }, doubt],
  [{ status: 200, raw: '<html>Sign in to this network</html>' }, doubt],
  [{ status: 202, raw: '' }, doubt],
  ['reset' as const, doubt],
])('%j', async (act, expected) => {
  await using both = await startBoth()
  both.sink.script(act)

  expect(await both.ses.send(transmissionTo(recipients))).toMatchObject([expected, expected])
})

test('the error is recorded with the attempt, on one line and without the secret', async () => {
  await using both = await startBoth({ secretKey: 'another-secret' })

  const [outcome] = await both.ses.send(transmissionTo(['ada@example.com']))

  expect(outcome).toMatchObject(broken)
  expect(outcome?.attempt.reply).toMatch(/^403 SignatureDoesNotMatch The request signature/)
  expect(JSON.stringify(outcome)).not.toContain('another-secret')
})

test('a very long error name is not searched', async () => {
  await using both = await startBoth()
  both.sink.script({ status: 400, raw: JSON.stringify({ __type: `${'a'.repeat(60_000)} ` }) })
  const begun = performance.now()

  expect(await both.ses.send(transmissionTo(recipients))).toMatchObject([broken, broken])

  expect(performance.now() - begun).toBeLessThan(1_000)
})

test('any success status with a message id is accepted', async () => {
  await using both = await startBoth()
  both.sink.script({ status: 202, raw: '{"MessageId":"0102-7"}' })

  expect(await both.ses.send(transmissionTo(recipients))).toMatchObject([
    { kind: 'accepted', attempt: { reply: '202 0102-7' } },
    { kind: 'accepted' },
  ])
})

test('a failed connection is not in doubt', async () => {
  const both = await startBoth()
  await both.sink[Symbol.asyncDispose]()

  expect(await both.ses.send(transmissionTo(recipients))).toMatchObject([broken, broken])
  await both.ses[Symbol.asyncDispose]()
})

test.each([
  [{}, access.secretKey, { kind: 'good', sandbox: false }],
  [{ ProductionAccessEnabled: false }, access.secretKey, { kind: 'good', sandbox: true }],
  [{ SendingEnabled: false }, access.secretKey, { kind: 'paused' }],
  [{}, 'wrong', { kind: 'failed', why: expect.stringMatching(/^403 The request signature/) }],
])('an account with %j, checked with %s', async (account, secretKey, expected) => {
  await using both = await startBoth({ account })

  expect(await trySes(both.place, secretKey, 5_000)).toEqual(expected)
})
