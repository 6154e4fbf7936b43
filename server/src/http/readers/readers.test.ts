import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import type { Hit } from '#resources/messages/engagement/hit.ts'
import { trackingDoor } from '#resources/messages/engagement/routes.ts'
import { clickToken, honeypotToken, openToken, tokenKey } from '#resources/messages/engagement/tokens.ts'
import { type App, buildApp } from '../app.ts'
import type { Handlers } from '../handler.ts'
import type { SignupDoor } from './signup.ts'

const secret = randomBytes(32)
const key = tokenKey(secret)
const copy = { environmentId: randomUUID(), emailId: randomUUID(), nth: 3 }
const at = new Date('2026-01-01T12:00:00Z')
const click = clickToken(key, copy, 'https://shop.test/a?b=1#c') ?? ''
const hits: Hit[] = []
let whenNoted = () => {}
const registry = new Registry()

const signupForm: NonNullable<Awaited<ReturnType<SignupDoor['read']>>> = {
  ...{ brand: { name: 'Acme', color: null, website: null, logo: null }, name: 'Newsletter', wording: 'Yes.' },
  ...{ fields: [], topics: [], confirms: false, redirectUrl: null, origins: [], submit: async () => {} },
}

const away = new Error('The database is away')
const submits: Record<string, () => Promise<void>> = {
  known: async () => {},
  hurried: async () => {
    throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: 90 })
  },
  away: async () => {
    throw away
  },
}

let app: App
let url: string
beforeAll(async () => {
  const nobody = async () => {
    throw new Error('not used here')
  }
  app = buildApp({
    // `as`: no operation is called here.
    handlers: {} as Handlers,
    identify: async () => undefined,
    countRequest: () => {
      throw new Error('nobody has a key here')
    },
    isPassing: error => error === away,
    checkReady: async () => {},
    registry,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://mail.acme.test',
    readers: {
      tracking: trackingDoor({
        secret,
        clock: () => at,
        note(hit) {
          hits.push(hit)
          whenNoted()
        },
      }),
      unsubscribe: { read: nobody, unsubscribe: nobody, chooseTopic: nobody, save: nobody },
      confirm: { read: nobody, confirm: nobody },
      signup: {
        async read(id) {
          const submit = submits[id]
          return submit && { ...signupForm, submit }
        },
      },
      logos: { read: nobody },
      attachments: { read: nobody },
      clientAddressOf: address => address,
    },
  })
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.fastify.close())
beforeEach(() => {
  hits.length = 0
})

const ofThisAnswer = new Set(['date', 'x-request-id', 'connection', 'keep-alive'])
const lasting = (headers: Iterable<readonly [string, unknown]>) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !ofThisAnswer.has(name)).map(([name, value]) => [name, `${value}`]),
  )
const notedSince = () => hits.splice(0)

async function overTheWire(method: 'GET' | 'HEAD' | 'POST', path: string) {
  const reply = await fetch(url + path, { method, redirect: 'manual', headers: { 'user-agent': 'Firefox' } })
  const body = Buffer.from(await reply.arrayBuffer())
  return { status: reply.status, headers: lasting(reply.headers), body, noted: notedSince() }
}

/** Bypasses the server, and with it the fast path. */
async function byTheRoutes(method: 'GET' | 'HEAD' | 'POST', path: string) {
  const reply = await app.fastify.inject({ method, url: path, headers: { 'user-agent': 'Firefox' } })
  const headers = lasting(Object.entries(reply.headers))
  return { status: reply.statusCode, headers, body: reply.rawPayload, noted: notedSince() }
}

test.each([
  ['GET', 'a pixel', `/t/o/${openToken(key, copy)}`, 1],
  ['GET', 'a link', `/t/c/${click}`, 1],
  ['GET', 'a link with non-ASCII letters', `/t/c/${clickToken(key, copy, 'https://bücher.test/ö')}`, 1],
  ['GET', 'a honeypot link', `/t/c/${honeypotToken(key, copy)}`, 1],
  ['GET', 'a link with a query after it', `/t/c/${click}?utm=1`, 1],
  ['GET', 'a pixel that is not ours', `/t/o/${click}`, 0],
  ['GET', 'a link that is not ours', `/t/c/${openToken(key, copy)}`, 0],
  ['GET', 'a link without an HTTP target', `/t/c/${clickToken(key, copy, 'javascript:alert(1)')}`, 0],
  ['GET', 'an unknown path', `/t/x/${click}`, 0],
  ['HEAD', 'a link', `/t/c/${click}`, 0],
  ['POST', 'a link', `/t/c/${click}`, 0],
] as const)(
  '%s of %s gets the same answer as from the routes, and is recorded as often',
  async (method, _, path, noted) => {
    const answer = await overTheWire(method, path)

    expect(answer).toEqual(await byTheRoutes(method, path))
    expect(answer.noted).toHaveLength(noted)
  },
)

test('every answer has its own request id and is counted', async () => {
  const counted = async () => {
    const { values } = (await registry.getSingleMetric('posthorn_http_requests_total')?.get()) ?? { values: [] }
    return values.find(({ labels }) => labels.operation === 'other' && labels.status === 302)?.value ?? 0
  }
  const before = await counted()

  const replies = await Promise.all([1, 2].map(() => fetch(`${url}/t/c/${click}`, { redirect: 'manual' })))

  expect(new Set(replies.map(reply => reply.headers.get('x-request-id'))).size).toBe(2)
  expect(await counted()).toBe(before + 2)
})

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s of a page of preferences is refused', async method => {
  const reply = await fetch(`${url}/u/x`, { method })

  expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
})

const typed = { method: 'POST', body: new URLSearchParams({ email: 'ada@example.com' }) }
const byScript = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
const fromElsewhere = { origin: 'https://evil.test' }

test.each([
  ['a signup form that does not exist', 'x', {}, 404, 'This form does not exist'],
  ['the same, submitted', 'x', typed, 404, 'This form does not exist'],
  ['a form on a site that it does not allow', 'known', { ...typed, headers: fromElsewhere }, 403, 'from this site'],
])('%s answers people with a page', async (_, id, request, status, words) => {
  const reply = await fetch(`${url}/signup/${id}`, request)
  const page = await reply.text()

  expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page).toContain(words)
  expect(page).not.toContain('allowed_origins')
})

const acceptsPages = { headers: { accept: 'text/html,*/*;q=0.8' } }
const tooLong = { ...typed, body: new URLSearchParams({ email: 'x'.repeat(20_000) }) }

test.each([
  ['signs up too often', '/signup/hurried', typed, 429, 'try again in 2 minutes'],
  ['signs up during an outage', '/signup/away', typed, 503, 'not available right now'],
  ['sends too much', '/signup/known', tooLong, 413, 'too long'],
  ['sends files', '/signup/known', { ...acceptsPages, method: 'POST', body: new FormData() }, 415, 'could not be read'],
  ['opens a confirmation link, and something breaks', '/confirm/x', {}, 500, 'Something went wrong'],
  ['opens a page of preferences, and something breaks', '/u/x', {}, 500, 'Something went wrong'],
])('a person who %s sees a page', async (_, path, request, status, words) => {
  const reply = await fetch(url + path, request)
  const page = await reply.text()

  expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page).toContain(words)
})

test('programs still learn when to try again', async () => {
  const person = await fetch(`${url}/signup/hurried`, typed)
  const script = await fetch(`${url}/signup/hurried`, byScript)

  expect([person.headers.get('retry-after'), script.headers.get('retry-after')]).toEqual(['90', '90'])
  expect([script.status, await script.json()]).toMatchObject([429, { code: 'rate_limit_exceeded' }])
})

test('scripts get these errors as JSON, with what to do', async () => {
  const unknown = await fetch(`${url}/signup/x`, byScript)
  const foreign = await fetch(`${url}/signup/known`, {
    ...byScript,
    headers: { ...byScript.headers, ...fromElsewhere },
  })

  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'not_found' }])
  expect([foreign.status, await foreign.json()]).toMatchObject([
    403,
    { message: expect.stringContaining('allowed_origins') },
  ])
})

test('pipelined requests are answered in order', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const links = Array.from({ length: 50 }, (_, nth) => `https://shop.test/${nth}`)
  const asked = links.map(link => `GET /t/c/${clickToken(key, copy, link)} HTTP/1.1\r\nHost: a\r\n\r\n`)
  socket.write(`${asked.join('')}GET /t/c/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  const answers = (await text(socket)).split('HTTP/1.1 ').slice(1)

  expect(answers.map(answer => /^location: (.*)\r$/m.exec(answer)?.[1])).toEqual([...links, undefined])
  expect(hits.map(hit => hit.link)).toEqual(links)
})

test('a request in flight when draining begins is answered, and closes its connection', async () => {
  whenNoted = () => app.startDraining()

  const reply = await fetch(`${url}/t/c/${click}`, { redirect: 'manual' })

  expect([reply.status, reply.headers.get('connection')]).toEqual([302, 'close'])
})

test('while draining, answers to readers close the connection too', async () => {
  app.startDraining()

  const reply = await fetch(`${url}/t/c/${click}`, { redirect: 'manual' })

  expect([reply.status, reply.headers.get('connection')]).toEqual([302, 'close'])
})
