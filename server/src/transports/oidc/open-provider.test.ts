import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenidProvider, startOpenidProvider } from '../../../../sinks/openid-provider.ts'
import { openProvider, type ProviderOptions } from './open-provider.ts'

const redirectUri = 'http://localhost:3000/sign-in/callback'
let sink: OpenidProvider

beforeAll(async () => {
  sink = await startOpenidProvider()
  sink.allow(redirectUri)
  sink.people.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada', groups: ['staff'] })
})
afterAll(() => sink[Symbol.asyncDispose]())

const opened = (others: Partial<ProviderOptions> = {}) =>
  openProvider({
    name: 'Sink',
    issuer: sink.issuer,
    clientId: sink.clientId,
    clientSecret: sink.clientSecret,
    redirectUri,
    scopes: ['groups'],
    wantedClaims: ['groups'],
    nowMs: () => Date.now(),
    ...others,
  })

async function begun(provider = opened()) {
  const begun = await provider.begin()
  return begun.kind === 'begun' ? { ...begun, provider } : expect.fail(`${begun.kind}: ${begun.words}`)
}

test('a sign-in returns email, name and groups', async () => {
  const { url, beginning, provider } = await begun()
  const asked = new URL(url).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    code_challenge_method: 'S256',
    response_type: 'code',
    redirect_uri: redirectUri,
  })

  const finished = await provider.finish(await sink.signIn(url, 'ada'), beginning)

  expect(finished).toMatchObject({
    kind: 'claims',
    claims: {
      iss: sink.issuer,
      sub: 'ada',
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada',
      groups: ['staff'],
    },
  })
})

test('an answer is valid for one sign-in, and only once', async () => {
  const first = await begun()
  const second = await begun()
  const answer = await sink.signIn(first.url, 'ada')
  const changed = { ...first.beginning }

  for (const [what, beginning] of Object.entries({
    'another state': { ...changed, state: second.beginning.state },
    'another verifier': { ...changed, verifier: second.beginning.verifier },
  }))
    expect(await first.provider.finish(answer, beginning), what).toMatchObject({ kind: 'unproven' })
  const again = await begun()
  const other = await sink.signIn(again.url, 'ada')
  expect(await again.provider.finish(other, { ...again.beginning, nonce: 'of another' })).toMatchObject({
    kind: 'unproven',
    words: expect.stringContaining('claim'),
  })
  expect(await again.provider.finish(other, again.beginning), 'a used code').toMatchObject({ kind: 'unproven' })
})

test('a denied sign-in and an invalid answer are distinguished', async () => {
  const { provider, beginning } = await begun()
  const denied = new URLSearchParams({ error: 'access_denied', state: beginning.state, iss: sink.issuer })

  expect(await provider.finish(String(denied), beginning)).toEqual({ kind: 'denied', words: 'access_denied' })
  for (const answer of ['', 'code=1', `code=1&code=2&state=${beginning.state}`, '#', '%', `state=${beginning.state}`])
    expect(await provider.finish(answer, beginning), answer).toMatchObject({ kind: 'unproven' })
})

test('a wrong client secret is not blamed on the person who signs in', async () => {
  const { url, beginning, provider } = await begun(opened({ clientSecret: 'another' }))

  const finished = await provider.finish(await sink.signIn(url, 'ada'), beginning)

  expect(finished).toMatchObject({ kind: 'away', words: expect.stringContaining('invalid_client') })
})

async function lying(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // `as`: it listens on a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('a provider that is unreachable, sends endless data or names another issuer fails', async () => {
  expect(await opened({ issuer: 'http://127.0.0.1:1' }).begin()).toMatchObject({ kind: 'away' })

  let sent = 0
  await using endless = await lying((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      sent += 65_536
      response.write(' '.repeat(65_536))
    }
    response.on('drain', more)
    more()
  })
  expect(await opened({ issuer: endless.issuer }).begin()).toMatchObject({ kind: 'away' })
  expect(sent).toBeLessThan(16_000_000)

  await using other = await lying((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ issuer: sink.issuer, authorization_endpoint: `${sink.issuer}/auth` }))
  })
  expect(await opened({ issuer: other.issuer }).begin()).not.toMatchObject({ kind: 'begun' })
})

test('the discovery document is fetched once an hour, and the old one is used while the provider is unreachable', async () => {
  let asked = 0
  let isAway = false
  await using counting = await lying((request, response) => {
    if (isAway) return response.destroy()
    asked++
    const issuer = `http://${request.headers.host}`
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth` }))
  })
  let nowMs = 0
  const provider = opened({ issuer: counting.issuer, nowMs: () => nowMs })

  await Promise.all([provider.begin(), provider.begin(), provider.begin()])
  await provider.begin()
  expect(asked).toBe(1)
  nowMs = 61 * 60_000
  await provider.begin()
  expect(asked).toBe(2)
  nowMs *= 2
  isAway = true
  expect(await provider.begin()).toMatchObject({ kind: 'begun' })
})
