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

test('an SMPP server is bound to and left again', async () => {
  await using smsc = await startSmsc({ credentials: { systemId: 'ada', password: 'secret' } })

  expect(await look(smppTo(smsc.port))).toMatchObject({
    result: 'good',
    message: '127.0.0.1 takes the login of ada, in clear.',
  })
  expect(await look(smppTo(smsc.port, 'wrong'))).toMatchObject({
    result: 'failed',
    message: '127.0.0.1 refuses the login.',
    detail: expect.stringContaining('ESME_RINVPASWD'),
  })
  expect(smsc.messages).toEqual([])
})

test('the account of the workers is not logged in with a second time', async () => {
  await using smsc = await startSmsc()

  expect(await look(smppTo(smsc.port), true)).toMatchObject({ result: 'doubtful' })

  expect(smsc.binds).toEqual([])
})

test('an SMPP server that is not there is told of', async () => {
  expect(await look(smppTo(1))).toMatchObject({ result: 'failed', detail: 'Connection failed: ECONNREFUSED' })
})

test('Telnyx is asked for its profiles with the key, which is never shown', async () => {
  await using api = await startApi()
  const way = (apiKey: string, messagingProfileId: string | null = null): TelnyxWay => ({
    ...{ type: 'telnyx', apiKey, publicKey: 'x', messagingProfileId, baseUrl: api.url },
  })

  expect(await look(way('KEY-right'))).toMatchObject({ result: 'good' })
  const refused = await look(way('KEY-wrong'))
  expect(refused).toMatchObject({ result: 'failed', message: 'Telnyx refuses the API key.' })
  expect(refused.detail).toBe('401 no: … is unknown')
  expect((await look(way('KEY-right', 'a-profile'))).message).toBe('Telnyx knows no messaging profile with this id.')
})

test('Twilio is asked for the account', async () => {
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

test('an API that never answers takes no longer than the time it is given', async () => {
  await using api = await startApi('silent')
  const way: TwilioWay = {
    ...{ type: 'twilio', accountSid: 'AC1', authToken: 'KEY-right', messagingServiceSid: null, baseUrl: api.url },
  }

  expect(await look(way, false, 200)).toMatchObject({ message: 'Twilio cannot be reached.', detail: 'timed out' })
})

/** As much of both APIs as the questions need. */
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
