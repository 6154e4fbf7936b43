import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { pager } from '#core/page.ts'
import type { RequestNote } from '#core/request-note.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { openRequestLog } from './keep.ts'
import { requestLogRoutes } from './routes.ts'

let database: Database
let routes: ReturnType<typeof requestLogRoutes>
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  routes = requestLogRoutes({ database, pager: pager(Buffer.alloc(32)) })
})
afterAll(() => database[Symbol.asyncDispose]())

const lost: unknown[] = []
const open = (options: { everyMs?: number; maxWaiting?: number } = {}, on = database) =>
  openRequestLog(on, { nowMs: () => 0, onLost: error => void lost.push(error), ...options })
const list = async (caller: Caller, query: Parameters<typeof routes.listRequests>[1]['query'] = {}) =>
  routes.listRequests(caller, { params: undefined, query, body: undefined })

let nth = 0
const noteOf = ({ keyId }: Caller, given: Partial<RequestNote> = {}): RequestNote => ({
  // One after the other, so that their order is known.
  at: new Date(Date.now() + ++nth),
  requestId: `request ${nth}`,
  keyId,
  operation: 'sendEmail',
  method: 'POST',
  path: '/v1/emails',
  query: null,
  status: 200,
  code: null,
  message: null,
  durationMs: 1.26,
  address: '203.0.113.9',
  userAgent: null,
  hasIdempotencyKey: false,
  requestBytes: 10,
  responseBytes: null,
  ...given,
})

test('a noted request can be read a moment later, with its key, only by its own environment', async () => {
  const { live, test: other } = await createCallers(database)
  await using log = open({ everyMs: 5 })
  log.note(live.environmentId, 400, () =>
    noteOf(live, { status: 400, code: 'validation_error', message: 'to: is missing', userAgent: 'curl/8' }),
  )

  const { data } = await vi.waitFor(async () => {
    const found = await list(live)
    expect(found.data).toHaveLength(1)
    return found
  })

  expect(data[0]).toMatchObject({
    method: 'POST',
    status: 400,
    error: { code: 'validation_error', message: 'to: is missing' },
    duration_ms: 1.3,
    key: { id: live.keyId, name: 'first live key', hint: expect.stringMatching(/^tx_live_/) },
    user_agent: 'curl/8',
    left_out: 0,
  })
  expect((await list(other)).data).toEqual([])
})

test('requests of one millisecond are listed in the order of their answers', async () => {
  const { live } = await createCallers(database)
  const at = new Date()
  const names = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
  {
    await using log = open()
    for (const requestId of names) log.note(live.environmentId, 200, () => noteOf(live, { at, requestId }))
  }

  const { data } = await list(live)
  expect(data.map(({ request_id }) => request_id)).toEqual(names.toReversed())
})

test('filters combine, and a page continues where the previous one ended', async () => {
  const { live } = await createCallers(database)
  {
    await using log = open()
    for (const [status, method, path] of [
      [200, 'POST', '/v1/emails'],
      [201, 'POST', '/v1/contacts'],
      [404, 'GET', '/v1/emails/{id}'],
      [503, 'GET', '/v1/emailsx'],
    ] as const)
      log.note(live.environmentId, status, () => noteOf(live, { status, method, path }))
  }
  const statuses = async (query: Parameters<typeof list>[1]) => (await list(live, query)).data.map(one => one.status)

  expect(await statuses({})).toEqual([503, 404, 201, 200])
  expect(await statuses({ status_class: 'error' })).toEqual([503, 404])
  expect(await statuses({ status_class: '2xx', method: 'POST' })).toEqual([201, 200])
  expect(await statuses({ path: '/v1/emails/' })).toEqual([404, 200])
  expect(await statuses({ status: 404, key_id: live.keyId })).toEqual([404])
  expect(await statuses({ key_id: 'nothing' })).toEqual([])
  expect(await statuses({ request_id: `request ${nth}` })).toEqual([503])
  expect(await statuses({ end: new Date(Date.now() - 60_000).toISOString() })).toEqual([])
  const first = await list(live, { limit: 3 })
  expect(await statuses({ limit: 3, cursor: first.next_cursor ?? '' })).toEqual([200])
})

test('requests over the limit are dropped and counted, and not even read when their minute is full', async () => {
  const { live } = await createCallers(database)
  let looked = 0
  const note = () => {
    looked++
    return noteOf(live)
  }
  {
    await using log = open({ maxWaiting: 50 })
    for (let count = 0; count < 1_000; count++) log.note(live.environmentId, 200, note)
    expect(log.dropped()).toBe(looked - 50)
  }

  expect(looked).toBe(128)
  expect((await list(live, { limit: 100 })).data).toHaveLength(50)
})

test('during an outage requests that fit are kept, and written when the database is back', async () => {
  const { live } = await createCallers(database)
  await using own = openDatabase({ url: String(database.pool.options.connectionString), connections: 1 })
  // The only connection is held, so the log waits until its timeout.
  const holder = await own.pool.connect()
  const log = open({ everyMs: 1_000 }, own)
  log.note(live.environmentId, 200, () => noteOf(live))
  await vi.waitFor(() => expect(own.usage().waiting).toBe(1), 5_000)
  await vi.waitFor(() => expect(own.usage().waiting).toBe(0), 5_000)
  holder.release()

  await vi.waitFor(async () => expect((await list(live)).data).toHaveLength(1), 10_000)
  expect(log.dropped()).toBe(0)
  await log[Symbol.asyncDispose]()
})
