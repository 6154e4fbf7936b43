/** The full cycle on real sockets: a message is sent, and the carrier calls back. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { startHttpCarrier } from '../../../../sinks/http-carrier.ts'
import { telnyxDialect, telnyxSinkPublicKey } from '../../../../sinks/http-carrier-telnyx.ts'
import { twilioDialect } from '../../../../sinks/http-carrier-twilio.ts'
import type { Carrier, InboundSms, Receipt, Submission } from '../carrier.ts'
import { telnyxCarrier } from './telnyx.ts'
import { twilioCarrier } from './twilio.ts'

const accountSid = `AC${'1'.repeat(32)}`
const authToken = 'the token of the account'
const apiKey = 'the key of the account'
const key = { environmentId: '01890a5d-ac96-774b-bcce-b302099a8057', smsId: '01890a5d-ac96-774b-bcce-b302099a8058' }

const submission: Submission = {
  ...key,
  from: '+15550100001',
  to: '+15550100002',
  body: 'Hello',
  encoding: 'gsm7',
  mediaUrls: [],
  parts: [{ nth: 1, text: 'Hello' }],
  totalParts: 1,
  beforeSubmit: async () => {},
}

const carriers = [
  {
    name: 'twilio',
    dialect: () => twilioDialect({ accountSid, authToken }),
    open: (baseUrl: string, callbackUrl: string): Carrier =>
      twilioCarrier({ name: 'twilio', accountSid, authToken, baseUrl, callbackUrl }),
    confirmed: { receipt: ['text/plain', ''], inbound: ['text/xml', '<Response/>'] },
  },
  {
    name: 'telnyx',
    dialect: () => telnyxDialect({ apiKey }),
    open: (baseUrl: string, callbackUrl: string): Carrier =>
      telnyxCarrier({ name: 'telnyx', apiKey, publicKey: telnyxSinkPublicKey, baseUrl, callbackUrl }),
    confirmed: { receipt: ['application/json', '{}'], inbound: ['application/json', '{}'] },
  },
]

/** A carrier, and a callback server for it. */
async function startRound({ dialect, open }: (typeof carriers)[number]) {
  const sink = await startHttpCarrier(dialect())
  const receipts: Receipt[] = []
  const inbound: InboundSms[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = `http://${request.headers.host}${request.url}`
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, `${value}`]))
    const reading = carrier.readCallback?.({ url, headers, body: Buffer.concat(chunks) }, new Date())
    if (reading?.kind !== 'read') return response.writeHead(reading?.kind === 'unreadable' ? 400 : 401).end()
    receipts.push(...reading.receipts)
    inbound.push(...reading.inbound)
    return response.writeHead(200, { 'content-type': reading.reply.type }).end(reading.reply.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const callbackUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/callbacks`
  const carrier = open(sink.url, callbackUrl)
  return {
    sink,
    carrier,
    callbackUrl,
    receipts,
    inbound,
    async [Symbol.asyncDispose]() {
      await carrier[Symbol.asyncDispose]()
      await sink[Symbol.asyncDispose]()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const submitOne = async ({ carrier, sink }: Awaited<ReturnType<typeof startRound>>) => {
  await carrier.submit(submission)
  const [taken] = sink.taken
  if (!taken) throw new Error('Nothing was taken')
  return taken
}

describe.each(carriers)('$name', one => {
  test.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['failed', 'undelivered'],
  ] as const)('reports that a message is %s, any number of times', async (told, state) => {
    await using round = await startRound(one)
    const taken = await submitOne(round)

    const answers = await round.sink.report(taken, told, { times: 2 })

    const [type, body] = one.confirmed.receipt
    expect(answers).toMatchObject([
      { status: 200, type, body },
      { status: 200, type, body },
    ])
    const receipt = { carrier: one.name, carrierId: taken.id, sms: key, state }
    expect(round.receipts).toMatchObject([receipt, receipt])
  })

  test('may report before it answers', async () => {
    await using round = await startRound(one)
    round.sink.script(submission.to, { receiptFirst: 'delivered' })

    const outcomes = await round.carrier.submit(submission)

    expect(round.receipts).toMatchObject([{ carrierId: round.sink.taken[0]?.id, sms: key, state: 'delivered' }])
    expect(outcomes).toMatchObject([{ kind: 'accepted', carrierId: round.sink.taken[0]?.id }])
  })

  test('may report on an unknown message', async () => {
    await using round = await startRound(one)
    const stranger = { ...(await submitOne(round)), id: 'SM-of-somebody-else', callbackUrl: round.callbackUrl }

    await round.sink.report(stranger, 'delivered')

    expect(round.receipts).toMatchObject([{ carrierId: 'SM-of-somebody-else', sms: null }])
  })

  test('delivers inbound messages', async () => {
    await using round = await startRound(one)
    const message = {
      from: '+15550100002',
      to: '+15550100001',
      body: 'Stop.',
      mediaUrls: ['https://example.com/1.png'],
    }

    const answers = await round.sink.deliver(round.callbackUrl, message)

    const [type, body] = one.confirmed.inbound
    expect(answers).toEqual([{ status: 200, type, body }])
    expect(round.inbound).toEqual([{ ...message, carrier: one.name, carrierId: expect.any(String) }])
  })

  test.each(['wrong', 'missing'] as const)('is refused when its signature is %s', async signature => {
    await using round = await startRound(one)
    const taken = await submitOne(round)
    const message = { from: '+15550100002', to: '+15550100001', body: 'STOP' }

    const answers = [
      ...(await round.sink.report(taken, 'delivered', { signature })),
      ...(await round.sink.deliver(round.callbackUrl, message, { signature })),
    ]

    expect(answers.map(({ status }) => status)).toEqual([401, 401])
    expect([...round.receipts, ...round.inbound]).toEqual([])
  })
})
