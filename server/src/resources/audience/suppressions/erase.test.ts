import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { createSuppressions } from './create.ts'
import { eraseSuppression } from './erase.ts'
import { findSuppressed, readSuppressions } from './read.ts'
import { removeSuppression } from './remove.ts'
import { suppressEach } from './suppress.ts'
import { suppressionKey } from './suppression.ts'
import { toWireSuppression } from './wire.ts'

let database: Database
let live: Caller
let stranger: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  stranger = callers.test
})
afterAll(() => database[Symbol.asyncDispose]())

const at = new Date('2026-11-15T12:00:00.000Z')
const later = new Date('2026-11-16T12:00:00.000Z')
const suppress = (email: string) =>
  database.transaction(async tx => {
    const entry = { environmentId: live.environmentId, email, reason: 'complaint', emailId: null, at } as const
    return (await suppressEach(tx, [entry])).created
  })
const erase = (email: string, hasUnsubscribed = false) =>
  database.transaction(tx =>
    eraseSuppression(tx, { environmentId: live.environmentId, email, hasUnsubscribed, at: later }),
  )
const isSuppressed = async (email: string, { environmentId } = live) =>
  (await findSuppressed(database.db, [{ environmentId, email }])).has(suppressionKey(environmentId, email))
const list = (filters: Parameters<typeof readSuppressions>[3] = {}) =>
  readSuppressions(database.db, live, { limit: 100, before: undefined }, filters)

test('an erased address stays suppressed in any case of it, and is listed without the address', async () => {
  const [before] = await suppress('Ada@One.example')

  await erase('ada@one.example')

  expect(await isSuppressed('ADA@one.example')).toBe(true)
  expect(await isSuppressed('bea@one.example')).toBe(false)
  expect(await isSuppressed('ada@one.example', stranger)).toBe(false)
  const listed = { id: before?.id, reason: 'complaint', erased: true, created_at: at.toISOString() }
  expect((await list({ email: 'ada@ONE.example' })).map(toWireSuppression)).toEqual([listed])
  expect((await list()).map(toWireSuppression)).toContainEqual(listed)
  const { rows } = await sql`select from suppressions where email ilike 'ada@one%'`.execute(database.db)
  expect(rows).toEqual([])
})

test('an address that is being suppressed while it is erased stays suppressed, without the address', async () => {
  const entry = {
    environmentId: live.environmentId,
    email: 'eve@one.example',
    reason: 'hard_bounce',
    emailId: null,
    at,
  } as const
  let erasing: Promise<void> | undefined

  await database.transaction(async tx => {
    await suppressEach(tx, [entry])
    erasing = erase(entry.email)
    await Promise.race([erasing, untilLockWait(database.db)])
  })
  await erasing

  const { rows } = await sql`select from suppressions where email = ${entry.email}`.execute(database.db)
  expect(rows).toEqual([])
  expect((await list({ email: entry.email })).map(toWireSuppression)).toMatchObject([
    { reason: 'hard_bounce', erased: true },
  ])
})

test('a second erasure changes nothing, and an address that was not on the list is not added', async () => {
  await suppress('again@two.example')
  await erase('again@two.example')
  const before = await list()

  await erase('again@two.example')
  await erase('nobody@two.example')

  expect(await list()).toEqual(before)
  expect(await isSuppressed('nobody@two.example')).toBe(false)
})

test('an unsubscribed address is on the list after its erasure', async () => {
  await erase('quiet@three.example', true)

  expect(await isSuppressed('quiet@three.example')).toBe(true)
  expect(await list({ email: 'quiet@three.example' })).toMatchObject([{ reason: 'unsubscribe', email: null }])
})

test('suppressing an erased address again does not store it: the answer is the existing entry', async () => {
  const [before] = await suppress('back@four.example')
  await erase('back@four.example')

  const asked = { email: 'Back@four.example' }
  const [entry] = await database.transaction(tx => createSuppressions(tx, [{ caller: live, asked, now: later }]))

  expect(entry).toMatchObject({ id: before?.id, email: null })
  const { rows } = await sql`select from suppressions where email ilike 'back@four%'`.execute(database.db)
  expect(rows).toEqual([])
})

test.each(['its id', 'its address'])('an erased entry is removed by %s', async way => {
  const email = `${way.replace(' ', '.')}@five.example`
  const [before] = await suppress(email)
  await erase(email)

  await database.transaction(tx => removeSuppression(tx, live, later, way === 'its id' ? (before?.id ?? '') : email))

  expect(await isSuppressed(email)).toBe(false)
  expect(await list({ email })).toEqual([])
})

test('pages with erased entries among others repeat nothing and miss nothing', async () => {
  const { environmentId } = stranger
  const emails = Array.from({ length: 25 }, (_, nth) => `${nth}@six.example`)
  for (const [nth, email] of emails.entries()) {
    const entry = { environmentId, email, reason: 'manual' as const, emailId: null, at: new Date(at.getTime() + nth) }
    await database.transaction(tx => suppressEach(tx, [entry]))
    if (nth % 3 === 0)
      await database.transaction(tx =>
        eraseSuppression(tx, { environmentId, email, hasUnsubscribed: false, at: later }),
      )
  }

  const seen: string[] = []
  for (let before: string | undefined; ; before = seen.at(-1)) {
    const page = (await readSuppressions(database.db, stranger, { limit: 4, before }, {})).slice(0, 4)
    seen.push(...page.map(({ id }) => id))
    if (page.length < 4) break
  }

  expect(seen).toHaveLength(25)
  expect(seen).toEqual(seen.toSorted().toReversed())
})
