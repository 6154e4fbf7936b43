import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { networkMatcher } from '#core/networks.ts'
import type { Hit } from '#resources/messages/engagement/hit.ts'
import { trackingDoor } from '#resources/messages/engagement/routes.ts'
import { clickToken, honeypotToken, openToken, tokenKey } from '#resources/messages/engagement/tokens.ts'
import { clientAddress } from '../limits/client-address.ts'
import { trackingRoutes } from './tracking.ts'

const secret = randomBytes(32)
const key = tokenKey(secret)
const at = new Date('2026-01-01T12:00:00Z')
const copy = { environmentId: randomUUID(), emailId: randomUUID(), nth: 3 }
const link = 'https://shop.test/a?b=1&c=%20d#e'
const tokens = {
  open: openToken(key, copy),
  click: clickToken(key, copy, link) ?? '',
  honeypot: honeypotToken(key, copy),
}
const hits: Hit[] = []

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = Fastify({ routerOptions: { maxParamLength: 16_384 } })
  const door = trackingDoor({ secret, clock: () => at, note: hit => hits.push(hit) })
  trackingRoutes(app, door, clientAddress(networkMatcher(['127.0.0.2'])))
  await app.listen({ host: '127.0.0.1', port: 0 })
  // `as`: it listens on TCP.
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())
beforeEach(() => {
  hits.length = 0
})

type Asked = { method?: string; headers?: Record<string, string | string[]>; from?: string; body?: string }

async function ask(path: string, { method = 'GET', headers = {}, from = '127.0.0.1', body }: Asked = {}) {
  const asked = request({ host: '127.0.0.1', port, path, method, headers, localAddress: from })
  asked.end(body)
  // `as`: events are not typed.
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks = await reply.toArray()
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(chunks) }
}

const expectPrivate = (headers: IncomingMessage['headers']) => {
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect(headers).not.toHaveProperty('set-cookie')
}

describe('the pixel', () => {
  test('is an image of one pixel, and each load is recorded', async () => {
    const reply = await ask(`/t/o/${tokens.open}`, { headers: { 'user-agent': 'Thunderbird' } })

    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('image/gif')
    expect(reply.body.toString('latin1', 0, 6)).toBe('GIF89a')
    expect([reply.body.readUInt16LE(6), reply.body.readUInt16LE(8)]).toEqual([1, 1])
    expectPrivate(reply.headers)
    expect(hits).toEqual([{ kind: 'open', ...copy, userAgent: 'Thunderbird', ipAddress: '127.0.0.1', at }])
  })

  test.each([
    ['a changed token', `${tokens.open.slice(0, -2)}AA`],
    ['a token for links', tokens.click],
    ['nonsense', 'x'],
    ['a header in the path', `${tokens.open}%0d%0aSet-Cookie:%20a=b`],
    ['a very long one', 'x'.repeat(8_000)],
  ])('is the same for %s, and nothing is recorded', async (_, token) => {
    const good = await ask(`/t/o/${tokens.open}`)
    hits.length = 0

    const reply = await ask(`/t/o/${token}`)

    const { date: _date, ...headers } = reply.headers
    expect({ ...reply, headers }).toEqual({ ...good, headers: expect.objectContaining(headers) })
    expect(hits).toEqual([])
  })

  test('answers HEAD, which is not recorded', async () => {
    const reply = await ask(`/t/o/${tokens.open}`, { method: 'HEAD' })

    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'image/gif' }, body: Buffer.alloc(0) })
    expect(hits).toEqual([])
  })
})

describe('a link', () => {
  test('redirects to the target of the sender, and each click is recorded', async () => {
    const reply = await ask(`/t/c/${tokens.click}`, { headers: { 'user-agent': 'Firefox' } })

    expect(reply).toMatchObject({ status: 302, headers: { location: link } })
    expectPrivate(reply.headers)
    expect(hits).toEqual([{ kind: 'click', ...copy, link, userAgent: 'Firefox', ipAddress: '127.0.0.1', at }])
  })

  test.each(['?url=https://evil.test', '?', '?token=x', '?%0d%0aSet-Cookie:%20a=b'])(
    'is unaffected by %s after it',
    async query => {
      const reply = await ask(`/t/c/${tokens.click}${query}`)
      expect(reply).toMatchObject({ status: 302, headers: { location: link } })
      expectPrivate(reply.headers)
    },
  )

  test.each([
    ['a changed character', `${tokens.click.slice(0, -1)}${tokens.click.endsWith('A') ? 'B' : 'A'}`],
    ['two slashes and a host after it', `${tokens.click}//evil.test`],
    ['a slash after it', `${tokens.click}/`],
    ['an encoded slash and a host after it', `${tokens.click}%2f%2fevil.test`],
    ['a header after it', `${tokens.click}%0d%0aSet-Cookie:%20a=b`],
    ['a header before it', `%0d%0aLocation:%20https://evil.test%0d%0a${tokens.click}`],
    ['an address instead of it', 'https:%2f%2fevil.test'],
    ['two slashes before it', `/${tokens.click}`],
    ['no token', ''],
    ['the token of a pixel', tokens.open],
  ])('with %s is not found', async (_, token) => {
    const reply = await ask(`/t/c/${token}`)

    expect(reply.status).toBe(404)
    expect(reply.headers).not.toHaveProperty('location')
    expect(reply.headers).not.toHaveProperty('set-cookie')
    expect(hits).toEqual([])
  })

  test('with any byte of its token changed is not found', async () => {
    for (let nth = 0; nth < tokens.click.length; nth++) {
      const other = tokens.click[nth] === 'x' ? 'y' : 'x'
      const reply = await ask(`/t/c/${tokens.click.slice(0, nth)}${other}${tokens.click.slice(nth + 1)}`)
      expect(reply.status).toBe(404)
      expect(reply.headers).not.toHaveProperty('location')
    }
    expect(hits).toEqual([])
  })

  test.each([
    ['https://shop.test/ü ö', 'https://shop.test/%C3%BC%20%C3%B6'],
    ['https://bücher.test/', 'https://xn--bcher-kva.test/'],
    ['https://shop.test/a\r\nSet-Cookie: a=b', 'https://shop.test/aSet-Cookie:%20a=b'],
  ])('to %j is normalized as a browser does', async (target, location) => {
    const reply = await ask(`/t/c/${clickToken(key, copy, target)}`)
    expect(reply).toMatchObject({ status: 302, headers: { location } })
    expect(reply.headers).not.toHaveProperty('set-cookie')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'shop'])(
    'to %s is refused even with a valid token',
    async target => {
      const reply = await ask(`/t/c/${clickToken(key, copy, target)}`)
      expect(reply.status).toBe(404)
      expect(reply.headers).not.toHaveProperty('location')
      expect(hits).toEqual([])
    },
  )

  test('answers HEAD, which is not recorded', async () => {
    const reply = await ask(`/t/c/${tokens.click}`, { method: 'HEAD' })
    expect(reply).toMatchObject({ status: 302, headers: { location: link } })
    expect(hits).toEqual([])
  })

  test('that is a honeypot leads nowhere, and the click is recorded as one on a honeypot', async () => {
    const reply = await ask(`/t/c/${tokens.honeypot}`)
    expect(reply.status).toBe(204)
    expect(reply.headers).not.toHaveProperty('location')
    expect(hits).toMatchObject([{ kind: 'click', ...copy, isHoneypot: true }])
  })

  test('of the maximum length fits into a request', async () => {
    const long = `https://shop.test/?${'x'.repeat(7_900)}`
    const reply = await ask(`/t/c/${clickToken(key, copy, long)}`)
    expect(reply).toMatchObject({ status: 302, headers: { location: long } })
  })
})

describe('the visitor', () => {
  test('a long user agent is cut', async () => {
    await ask(`/t/o/${tokens.open}`, { headers: { 'user-agent': 'x'.repeat(5_000) } })
    expect(hits[0]?.userAgent).toBe('x'.repeat(512))
  })

  test('a missing user agent is empty', async () => {
    await ask(`/t/o/${tokens.open}`)
    expect(hits[0]?.userAgent).toBe('')
  })

  test('a forged address is ignored', async () => {
    await ask(`/t/o/${tokens.open}`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(hits[0]?.ipAddress).toBe('127.0.0.1')
  })

  test('the address from a trusted proxy is used', async () => {
    await ask(`/t/o/${tokens.open}`, { from: '127.0.0.2', headers: { 'x-forwarded-for': ['1.1.1.1', '203.0.113.9'] } })
    expect(hits[0]?.ipAddress).toBe('203.0.113.9')
  })
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is refused', async method => {
  for (const path of [`/t/o/${tokens.open}`, `/t/c/${tokens.click}`]) {
    const reply = await ask(path, { method, body: 'x'.repeat(2_000), headers: { 'content-type': 'text/plain' } })
    expect(reply).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
    expect(reply.headers).not.toHaveProperty('location')
  }
  expect(hits).toEqual([])
})
