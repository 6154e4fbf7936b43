import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { SmppWay, TelnyxWay, TwilioWay } from '#resources/account/sending-plan/way.ts'
import { startSmsc } from '../../../../sinks/smsc.ts'
import { checkCarrier } from './check-carrier.ts'

const look = (way: SmppWay | TelnyxWay | TwilioWay, isInUse = false, timeoutMs = 10_000) =>
  checkCarrier(way, { timeoutMs, isInUse: () => isInUse })

const smppTo = (port: number, password = 'secret'): SmppWay => ({
  ...{ type: 'smpp', host: '127.0.0.1', port, tls: false, systemId: 'ada', systemType: '', password },
})

test('checks an SMPP server by a bind and an unbind', async () => {
  await using smsc = await startSmsc({ credentials: { systemId: 'ada', password: 'secret' } })

  expect(await look(smppTo(smsc.port))).toMatchObject({
    result: 'good',
    message: '127.0.0.1 accepts the login of ada, unencrypted.',
  })
  expect(await look(smppTo(smsc.port, 'wrong'))).toMatchObject({
    result: 'failed',
    message: '127.0.0.1 refuses the login.',
    detail: expect.stringContaining('ESME_RINVPASWD'),
  })
  expect(smsc.messages).toEqual([])
})

test('an account that the workers use is not logged in with a second time', async () => {
  await using smsc = await startSmsc()

  expect(await look(smppTo(smsc.port), true)).toMatchObject({ result: 'doubtful' })

  expect(smsc.binds).toEqual([])
})

test('reports an SMPP server that cannot be reached', async () => {
  expect(await look(smppTo(1))).toMatchObject({ result: 'failed', detail: 'Connection failed: ECONNREFUSED' })
})

test('checks Telnyx by listing its profiles with the key, which is never shown', async () => {
  await using api = await startApi()
  const way = (apiKey: string, messagingProfileId: string | null = null): TelnyxWay => ({
    ...{ type: 'telnyx', apiKey, publicKey: 'x', messagingProfileId, baseUrl: api.url },
  })

  expect(await look(way('KEY-right'))).toMatchObject({ result: 'good' })
  const refused = await look(way('KEY-wrong'))
  expect(refused).toMatchObject({ result: 'failed', message: 'Telnyx refuses the API key.' })
  expect(refused.detail).toBe('401 no: … is unknown')
  expect((await look(way('KEY-right', 'a-profile'))).message).toBe('Telnyx has no messaging profile with this id.')
})

test('checks Twilio by reading the account', async () => {
  await using api = await startApi()
  const way = (authToken: string): TwilioWay => ({
    ...{ type: 'twilio', accountSid: 'AC1', authToken, messagingServiceSid: null, baseUrl: api.url },
  })

  expect(await look(way('KEY-right'))).toMatchObject({ result: 'good' })
  expect(await look(way('KEY-wrong'))).toMatchObject({
    result: 'failed',
    message: expect.stringMatching(/^Twilio refuses/),
  })
  expect(await look(way('KEY-suspended'))).toMatchObject({ message: 'The account at Twilio is suspended.' })
})

test('an API that never answers fails at the timeout', async () => {
  await using api = await startApi('silent')
  const way: TwilioWay = {
    ...{ type: 'twilio', accountSid: 'AC1', authToken: 'KEY-right', messagingServiceSid: null, baseUrl: api.url },
  }

  expect(await look(way, false, 200)).toMatchObject({ message: 'Twilio cannot be reached.', detail: 'timed out' })
})

/** The parts of both APIs that the checks call. */
async function startApi(mood?: 'silent'): Promise<AsyncDisposable & { url: string }> {
  const server: Server = createServer((request, response) => {
    if (mood === 'silent') return
    const { authorization = '' } = request.headers
    const key = authorization.startsWith('Bearer ')
      ? authorization.slice(7)
      : (Buffer.from(authorization.slice(6), 'base64').toString().split(':')[1] ?? '')
    const known = ['/v2/messaging_profiles?page[size]=1', '/2010-04-01/Accounts/AC1.json'].includes(request.url ?? '')
    response.statusCode = key === 'KEY-wrong' ? 401 : known ? 200 : 404
    const errors = [{ title: `no: ${key} is unknown` }]
    response.end(
      JSON.stringify({ errors, message: `no: ${key}`, status: key === 'KEY-suspended' ? 'suspended' : 'active' }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `as`: it listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
