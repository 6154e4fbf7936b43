import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Permission, permissions } from '@posthorn/contract/permissions'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { type App, buildApp } from './app.ts'
import type { EventStream } from './event-stream.ts'
import type { Handlers } from './handler.ts'

const caller: Caller = {
  organizationId: 'o',
  environmentId: 'e',
  mode: 'test',
  keyId: 'k',
  permissions: new Set(permissions),
  requestsPerHour: 1_000,
}
type Open = Handlers['streamEvents']

const registry = new Registry()
let app: App
let url: string
let open: Open
let identify: () => Promise<Caller | undefined>
let contexts: Parameters<Open>[2][]

/** The server on a real socket, with a stream that each test fills. */
beforeEach(async () => {
  registry.clear()
  contexts = []
  identify = async () => caller
  app = buildApp({
    // `as`: no other operation is called here.
    handlers: {
      streamEvents: (...args) => {
        contexts.push(args[2])
        return open(...args)
      },
    } satisfies Partial<Handlers> as unknown as Handlers,
    identify: () => identify(),
    countRequest: () => ({ passed: true, limit: 1, remaining: 1, resetSeconds: 1 }),
    isPassing: () => false,
    checkReady: async () => {},
    registry,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://acme.test',
    streamTiming: { quietMs: 30, recheckMs: 20 },
  })
  url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  app.startDraining()
  app.fastify.server.closeAllConnections()
  await app.fastify.close()
})

const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 10_000, interval: 5 })

/** No events until the stream ends. */
async function* silence(signal: AbortSignal): EventStream {
  yield []
  if (!signal.aborted) await once(signal, 'abort')
}

async function listen({ method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) {
  const outgoing = request(`${url}/v1/events/stream`, {
    method,
    headers: { authorization: 'Bearer tx_test_x', ...headers },
  })
  outgoing.end()
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response')
  if (!incoming) throw new Error('no answer')
  const heard = { text: '', ended: false }
  incoming.setEncoding('utf8').on('data', chunk => {
    heard.text += chunk
  })
  incoming.on('end', () => {
    heard.ended = true
  })
  incoming.on('error', () => {})
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    heard,
    incoming,
    disconnect: () => outgoing.destroy(),
  }
}

test('a stream begins before the first event, and comments keep it alive', async () => {
  open = async (_caller, _input, { signal }) => silence(signal)

  const { status, headers, heard } = await listen()

  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/event-stream/),
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  await until(() => expect(heard.text).toMatch(/^: the stream has begun\n\n(: quiet\n\n){3,}$/))
  expect(heard.ended).toBe(false)
})

test('events have an id, a type and one line of data, and Last-Event-ID is passed on', async () => {
  open = async (_caller, _input, { signal }) => {
    async function* events(): EventStream {
      yield [{ id: 'a' }]
      yield [
        { id: 'b', type: 'email.sent', data: '{"x":1}' },
        { id: 'c', type: 'sms.sent', data: '{}' },
      ]
      yield* silence(signal)
    }
    return events()
  }

  const { heard } = await listen({ headers: { 'last-event-id': 'mine' } })

  await until(() =>
    expect(heard.text).toContain(
      'id: a\n\nid: b\nevent: email.sent\ndata: {"x":1}\n\nid: c\nevent: sms.sent\ndata: {}\n\n',
    ),
  )
  expect(contexts[0]?.lastEventId).toBe('mine')
})

test('a refusal is plain JSON, and aborts the signal', async () => {
  open = async () => {
    throw new Refusal('invalid_cursor')
  }

  const { status, headers, heard } = await listen()

  expect([status, headers['content-type']]).toEqual([400, 'application/json; charset=utf-8'])
  await until(() => expect(JSON.parse(heard.text).code).toBe('invalid_cursor'))
  await until(() => expect(contexts[0]?.signal.aborted).toBe(true))
})

test('HEAD answers with the headers and ends', async () => {
  open = async (_caller, _input, { signal }) => silence(signal)

  const { status, headers, heard } = await listen({ method: 'HEAD' })

  expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/event-stream/)])
  await until(() => expect(heard.ended).toBe(true))
  await until(() => expect(contexts[0]?.signal.aborted).toBe(true))
})

test('a client that disconnects ends the stream, and the request is counted', async () => {
  open = async (_caller, _input, { signal }) => silence(signal)
  const { heard, disconnect } = await listen()
  await until(() => expect(heard.text).not.toBe(''))
  expect(contexts[0]?.signal.aborted).toBe(false)

  disconnect()

  await until(() => expect(contexts[0]?.signal.aborted).toBe(true))
  await until(async () =>
    expect(await registry.metrics()).toContain('posthorn_http_requests_total{operation="streamEvents",status="200"} 1'),
  )
})

test('a client that disconnects before the stream begins ends it too', async () => {
  open = async (_caller, _input, { signal }) => silence(signal)
  const { promise: lookedUp, resolve: lookUp } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  identify = async () => {
    ask()
    await lookedUp
    return caller
  }
  const connections = new Promise<Socket>(resolve => app.fastify.server.once('connection', resolve))
  const outgoing = request(`${url}/v1/events/stream`, { headers: { authorization: 'Bearer tx_test_x' } })
  outgoing.on('error', () => {})
  outgoing.end()
  await asked

  outgoing.destroy()
  await once(await connections, 'end')
  lookUp()

  await until(() => expect(contexts[0]?.signal.aborted).toBe(true))
})

test('a slow client makes the source wait', async () => {
  let taken = 0
  open = async (_caller, _input, { signal }) => {
    async function* flood(): EventStream {
      for (; !signal.aborted; taken++) yield [{ id: 'a', data: 'x'.repeat(100_000) }]
    }
    return flood()
  }
  const { incoming } = await listen()
  incoming.pause()

  await until(() => expect(taken).toBeGreaterThan(0))
  let before = -1
  await vi.waitFor(
    () => {
      const now = taken
      const stands = now === before
      before = now
      expect(stands).toBe(true)
    },
    { timeout: 10_000, interval: 100 },
  )
  expect(taken, 'of 100 kB each').toBeLessThan(200)
  app.startDraining()
  await until(() => expect(contexts[0]?.signal.aborted).toBe(true))
  await app.fastify.close()
})

test('draining ends open streams at once, and new ones too', async () => {
  open = async (_caller, _input, { signal }) => silence(signal)
  const early = await listen()

  app.startDraining()
  const late = await listen()

  await until(() => expect([early.heard.ended, late.heard.ended]).toEqual([true, true]))
})

test.each([
  ['revoked', undefined],
  ['left without the permission', { ...caller, permissions: new Set<Permission>(['contacts:read']) }],
])('a key that was %s ends its stream', async (_, found) => {
  open = async (_caller, _input, { signal }) => silence(signal)
  const { heard } = await listen()
  await until(() => expect(heard.text).not.toBe(''))
  expect(heard.ended).toBe(false)

  identify = async () => found

  await until(() => expect(heard.ended).toBe(true))
})

test('a key with several open streams is looked up once', async () => {
  open = async (_caller, _input, { signal }) => silence(signal)
  const streams = [await listen(), await listen(), await listen()]
  await until(() => expect(streams.every(({ heard }) => heard.text !== '')).toBe(true))
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>()
  let asked = 0
  identify = () => {
    asked++
    return answered
  }

  await until(() => expect(asked).toBeGreaterThan(0))
  expect(asked).toBe(1)
  answer(undefined)

  await until(() => expect(streams.every(({ heard }) => heard.ended)).toBe(true))
})

test.each([
  ['the database is unavailable', new Refusal('service_unavailable')],
  ['the lookup fails', new Error('a bug')],
])('while %s a stream continues', async (_, failure) => {
  open = async (_caller, _input, { signal }) => silence(signal)
  const { heard } = await listen()
  let asked = 0
  identify = async () => {
    asked++
    throw failure
  }

  await until(() => expect(asked).toBeGreaterThan(2))
  const before = heard.text.length
  await until(() => expect(heard.text.length).toBeGreaterThan(before))

  expect(heard.ended).toBe(false)
})

test('a source that fails cuts the stream off', async () => {
  open = async () => {
    async function* broken(): EventStream {
      yield [{ id: 'a' }]
      await pause(1)
      throw new Error('a bug')
    }
    return broken()
  }

  const { incoming } = await listen()

  await once(incoming, 'error')
  expect(incoming.complete).toBe(false)
})
