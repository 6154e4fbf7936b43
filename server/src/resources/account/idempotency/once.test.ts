import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Replayed } from '#core/idempotency.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { groupCommit, type Pass } from '#postgres/group-commit.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { expireIdempotencyKeys } from './expire.ts'
import { type Asked, once, onceEach, orReplay } from './once.ts'

let database: Database
let live: Caller
let stranger: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  stranger = callers.test
  await sql`create table effects (name text not null)`.execute(database.db)
})
beforeEach(() => emptyTables(database.db, 'effects, idempotency_keys'))
afterAll(() => database[Symbol.asyncDispose]())

type Item = Asked & { name: string }
const ask = (name: string, key?: string, caller = live, operation = 'create'): Item => ({
  caller,
  name,
  idempotency:
    key === undefined ? undefined : { operation, key, requestHash: Buffer.from(hash('sha256', name, 'hex'), 'hex') },
})

/** Takes effect for each item; a name with "bad" is refused. */
const perform = (tx: Tx, items: readonly Item[], pass: Pass = 'together') =>
  onceEach(tx, items, pass, async fresh => {
    const good = fresh.filter(item => !item.name.includes('bad'))
    await sql`insert into effects select unnest(${good.map(item => item.name)}::text[])`.execute(tx)
    return fresh.map(item =>
      item.name.includes('bad') ? new Refusal('invalid_state') : { name: item.name, nonce: Math.random() },
    )
  })
const batch = (...items: Item[]) => database.transaction(tx => perform(tx, items))
const effects = async () =>
  (await sql<{ name: string }>`select name from effects`.execute(database.db)).rows.map(row => row.name)

test('the same request again gets the same answer and has no second effect', async () => {
  const [first] = await batch(ask('a', 'k'))
  const [again] = await batch(ask('a', 'k'))

  expect(again).toEqual(new Replayed(first))
  expect(await effects()).toEqual(['a'])
})

test('without a key two requests are two effects', async () => {
  await batch(ask('a'), ask('a'))

  expect(await effects()).toEqual(['a', 'a'])
})

test('another request under the same key is refused', async () => {
  await batch(ask('a', 'k'))

  expect(await batch(ask('b', 'k'))).toEqual([expect.objectContaining({ code: 'invalid_idempotent_request' })])
  expect(await effects()).toEqual(['a'])
})

test('a key belongs to one environment and one operation', async () => {
  await batch(ask('a', 'k'), ask('b', 'k', stranger), ask('c', 'k', live, 'other'))

  expect((await effects()).sort()).toEqual(['a', 'b', 'c'])
})

test('in one batch, the first request of a key takes effect, equal ones get its answer, others are refused', async () => {
  const [first, equal, other, free] = await batch(ask('a', 'k'), ask('a', 'k'), ask('b', 'k'), ask('c'))

  expect(equal).toEqual(new Replayed(first))
  expect(other).toMatchObject({ code: 'invalid_idempotent_request' })
  expect(free).toMatchObject({ name: 'c' })
  expect(await effects()).toEqual(['a', 'c'])
})

test('a refused request leaves its key free for a corrected one', async () => {
  expect(await batch(ask('bad', 'k'))).toEqual([expect.objectContaining({ code: 'invalid_state' })])

  expect(await batch(ask('good', 'k'))).toEqual([expect.objectContaining({ name: 'good' })])
})

test('a request beside a refused one with its key is not told that the key is taken for good', async () => {
  const [refused, equal, other] = await batch(ask('bad', 'k'), ask('bad', 'k'), ask('good', 'k'))

  for (const one of [refused, equal]) expect(one).toMatchObject({ code: 'invalid_state' })
  expect(other).toMatchObject({ code: 'concurrent_idempotent_requests' })
  expect(await batch(ask('good', 'k'))).toEqual([expect.objectContaining({ name: 'good' })])
})

test('fifty at once through group commit make one effect and one answer', async () => {
  const submit = groupCommit(database, perform)

  const answers = await Promise.all(Array.from({ length: 50 }, () => submit(ask('a', 'k'))))

  const replies = answers.map(answer => (answer instanceof Replayed ? answer.reply : answer))
  expect(new Set(replies.map(reply => JSON.stringify(reply))).size).toBe(1)
  expect(answers.filter(answer => !(answer instanceof Replayed))).toHaveLength(1)
  expect(await effects()).toEqual(['a'])
})

test('fifty at once over several connections make one effect and one answer', async () => {
  const work = (tx: Tx) => async () => {
    await sql`insert into effects values ('a')`.execute(tx)
    return { nonce: Math.random() }
  }
  const ten = { caller: live, idempotency: ask('a', 'k').idempotency }

  const answers = await Promise.all(
    Array.from({ length: 50 }, () => database.transaction(tx => once(tx, ten, work(tx)))),
  )

  const replies = answers.map(answer => (answer instanceof Replayed ? answer.reply : answer))
  expect(new Set(replies.map(reply => JSON.stringify(reply))).size).toBe(1)
  expect(await effects()).toEqual(['a'])
})

test('while a request hangs with its key, a second one is refused, and others are not delayed for long', async () => {
  const submit = groupCommit(database, perform)
  let letGo: (() => void) | undefined
  const hanging = database.transaction(async tx => {
    await perform(tx, [ask('a', 'k')])
    await new Promise<void>(resolve => {
      letGo = resolve
    })
  })
  await vi.waitFor(() => expect(letGo).toBeDefined())

  const answers = await Promise.allSettled([submit(ask('a', 'k')), submit(ask('free'))])

  expect(answers).toMatchObject([
    { status: 'rejected', reason: { code: 'concurrent_idempotent_requests' } },
    { status: 'fulfilled', value: { name: 'free' } },
  ])
  letGo?.()
  await hanging
  expect(await batch(ask('a', 'k'))).toEqual([expect.any(Replayed)])
})

test('when an effect is rolled back, its key is free again', async () => {
  const failing = database.transaction(async tx => {
    await perform(tx, [ask('a', 'k')])
    throw new Error('undo')
  })

  await expect(failing).rejects.toThrow('undo')
  await batch(ask('a', 'k'))
  expect(await effects()).toEqual(['a'])
})

test('after a day a key is new again, whether or not it was deleted', async () => {
  await batch(ask('a', 'old'), ask('b', 'older'))
  await sql`update idempotency_keys set created_at = now() - interval '24 hours'`.execute(database.db)

  expect(await batch(ask('c', 'old'))).toEqual([expect.objectContaining({ name: 'c' })])
  expect(await expireIdempotencyKeys(database)).toBe(1)
  expect(await expireIdempotencyKeys(database)).toBe(0)
  expect(await batch(ask('c', 'old'))).toEqual([expect.any(Replayed)])
})

test('an accepted request is replayed for a day even if it would now be refused', async () => {
  const asked = ask('a', 'k')
  const [first] = await batch(asked)
  const again = () => orReplay(database.db, asked, () => Promise.reject(new Refusal('domain_not_verified')))

  expect(await again()).toEqual(new Replayed(first))
  await sql`update idempotency_keys set created_at = now() - interval '24 hours'`.execute(database.db)

  await expect(again()).rejects.toMatchObject({ code: 'domain_not_verified' })
})
