import { randomBytes } from 'node:crypto'
import type { SuppressionCreate } from '@posthorn/contract/audience/suppressions'
import { type PluginTransformQueryArgs, type PluginTransformResultArgs, sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Replayed } from '#core/idempotency.ts'
import { pager } from '#core/page.ts'
import type { Database } from '#postgres/database.ts'
import { asking } from '../../../../testing/asking.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { createSuppressions } from './create.ts'
import { suppressionRoutes } from './routes.ts'
import { suppressEach } from './suppress.ts'

let database: Database
let live: Caller
let routes: ReturnType<typeof suppressionRoutes>
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
  routes = openRoutes()
})
afterAll(() => database[Symbol.asyncDispose]())

let time = Date.parse('2026-11-15T12:00:00.000Z')
const openRoutes = () =>
  suppressionRoutes({ database, clock: () => new Date(time++), pager: pager(Buffer.alloc(32, 7)) })

type Query = Parameters<typeof routes.listSuppressions>[1]['query']
const context = { id: 'request' }
async function create(body: SuppressionCreate, caller = live, by = routes) {
  const reply = await by.createSuppression(caller, { params: undefined, query: undefined, body }, context)
  if (reply instanceof Replayed) throw new Error('a replay without a key')
  return { email: body.email, ...reply }
}
const list = (query: Query, caller = live) =>
  routes.listSuppressions(caller, { params: undefined, query, body: undefined })
const remove = (id: string) =>
  routes.deleteSuppression(
    live,
    { params: { id }, query: undefined, body: undefined },
    asking(live, 'suppression.deleted', id),
  )

test('the default reason of a suppression is manual', async () => {
  const manual = await create({ email: 'Manual@example.com' })
  const complaint = await create({ email: 'complaint@example.com', reason: 'complaint' })

  const { id, created_at, ...rest } = manual
  expect(rest).toEqual({ email: 'Manual@example.com', reason: 'manual' })
  expect(new Date(created_at).getTime()).toBeLessThan(time)
  expect(complaint.reason).toBe('complaint')
  expect(await eventsOf(database, id)).toEqual([{ type: 'suppression.created', data: manual }])
})

test('suppressing an address again returns the existing entry with its email', async () => {
  const emailId = '01945c1e-a1f4-7d52-b3c8-7e2d9f4a1b33'
  const bounce = { email: 'there@example.com', reason: 'hard_bounce' as const, emailId, at: new Date(time++) }
  const { created } = await database.transaction(tx =>
    suppressEach(tx, [{ environmentId: live.environmentId, ...bounce }]),
  )

  const answer = await create({ email: 'THERE@example.com', reason: 'manual' })

  expect(answer).toEqual({
    id: created[0]?.id,
    email: 'there@example.com',
    reason: 'hard_bounce',
    email_id: emailId,
    created_at: bounce.at.toISOString(),
  })
  expect(await eventsOf(database, answer.id)).toHaveLength(1)

  const complained = await create({ email: 'there@example.com', reason: 'complaint' })

  expect(complained, "the person's wish replaces the bounce").toEqual({
    id: answer.id,
    email: 'there@example.com',
    reason: 'complaint',
    created_at: bounce.at.toISOString(),
  })
})

test('50 concurrent requests for one address, in two group commits: one entry, one event, the same answer for all', async () => {
  const other = openRoutes()
  const email = (nth: number) => (nth % 3 ? 'many@example.com' : 'MANY@example.com')

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, nth) => create({ email: email(nth) }, live, nth % 2 ? routes : other)),
  )

  const [first] = answers
  expect(answers).toEqual(answers.map(() => first))
  expect((await list({ email: 'many@example.com' })).data).toEqual([first])
  const { rows } = await sql`select 1 from events where lower(data ->> 'email') = 'many@example.com'`.execute(
    database.db,
  )
  expect(rows).toHaveLength(1)
})

test('concurrently adding and removing one address: each request gets an entry, and the list and the events agree', async () => {
  const email = 'flicker@example.com'
  const removals = Array.from({ length: 40 }, () => remove(email).catch(() => undefined))

  const answers = await Promise.all(Array.from({ length: 40 }, () => create({ email })))

  await Promise.all(removals)
  const left = (await list({ email })).data.map(({ id }) => id)
  for (const id of new Set(answers.map(answer => answer.id))) {
    const types = (await eventsOf(database, id)).map(({ type }) => type)
    const created = 'suppression.created'
    expect(types).toEqual(left.includes(id) ? [created] : [created, 'suppression.deleted'])
  }
})

test('when a conflicting entry is removed before it is read, a new one is created', async () => {
  const before = await create({ email: 'fleeting@example.com' })
  let removal: Promise<unknown> | undefined
  const removeAfterFirstResult = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => node,
    async transformResult({ result }: PluginTransformResultArgs) {
      removal ??= remove(before.id)
      await removal
      return result
    },
  }
  const request = { caller: live, asked: { email: before.email }, now: new Date(time++) }

  const [after] = await database.transaction(tx => createSuppressions(tx.withPlugin(removeAfterFirstResult), [request]))

  expect(after).toMatchObject({ email: before.email, createdAt: request.now })
  expect((await list({ email: before.email })).data).toEqual([expect.objectContaining({ id: Object(after).id })])
})

test('the same request with the same Idempotency-Key gets the first answer, even after the entry was removed', async () => {
  const idempotency = { operation: 'createSuppression', key: 'once', requestHash: randomBytes(32) }
  const input = { params: undefined, query: undefined, body: { email: 'once@example.com' } }
  const post = () => routes.createSuppression(live, input, { ...context, idempotency })
  const first = await post()
  await remove('once@example.com')

  const again = await post()

  expect(again).toEqual(new Replayed(first))
  expect((await list({ email: 'once@example.com' })).data).toEqual([])
})

test('pages repeat nothing and miss nothing while entries are added', async () => {
  const { test: caller } = await createCallers(database)
  for (let nth = 0; nth < 45; nth++) await create({ email: `${nth}@page.example` }, caller)
  const seen: string[] = []
  for (let nth = 45, cursor: string | undefined; nth === 45 || cursor; nth++) {
    const page = await list({ limit: 10, ...(cursor && { cursor }) }, caller)
    seen.push(...page.data.map(({ email = '' }) => email))
    cursor = page.next_cursor
    await create({ email: `${nth}@page.example` }, caller)
  }

  expect(seen).toEqual(Array.from({ length: 45 }, (_, nth) => `${44 - nth}@page.example`))
})

test('a cursor is bound to its filters and environment', async () => {
  const { live: caller, test: other } = await createCallers(database)
  for (const email of ['1@cursor.example', '2@cursor.example']) await create({ email }, caller)
  const { next_cursor: cursor = '' } = await list({ limit: 1, reason: 'manual' }, caller)
  const refusal = { code: 'invalid_cursor' }

  expect((await list({ reason: 'manual', cursor }, caller)).data.map(({ email }) => email)).toEqual([
    '1@cursor.example',
  ])
  await expect(list({ cursor }, caller)).rejects.toMatchObject(refusal)
  await expect(list({ reason: 'complaint', cursor }, caller)).rejects.toMatchObject(refusal)
  await expect(list({ reason: 'manual', email: '1@cursor.example', cursor }, caller)).rejects.toMatchObject(refusal)
  await expect(list({ reason: 'manual', cursor }, other)).rejects.toMatchObject(refusal)
})
