import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import type { Database } from '#postgres/database.ts'
import { readAddressHasher } from '#postgres/instance.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { type ConsentChange, type ConsentSource, ofTopic, sourceOf, wholeChannel } from './entry.ts'
import { eraseConsent } from './erase.ts'
import { explainRefusals } from './explain-refusals.ts'
import { readConsent } from './read.ts'
import { findChainEnds, recordConsent } from './record.ts'
import { verifyConsent } from './verify.ts'

let database: Database
let live: Caller
let other: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
  other = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const at = new Date('2026-11-15T12:00:00.000Z')
const topicId = '01945c1e-8d7a-7c3b-9a54-3f1f6d0c2b11'
const change = (address: string, more: Partial<ConsentChange> = {}): ConsentChange => ({
  ...{ environmentId: live.environmentId, channel: 'email', address, ...wholeChannel },
  ...{ action: 'given', by: sourceOf(live), at, ...more },
})
const write = (...changes: ConsentChange[]) => database.transaction(tx => recordConsent(tx, changes))
const read = (email: string, { environmentId } = live) =>
  readConsent(database.db, { environmentId, email, phoneNumber: null }, { limit: 100, before: undefined })
const verify = () => verifyConsent(database.db, live.environmentId)

test('each address has one chain, regardless of case', async () => {
  await write(change('Chain@example.com'), change('chain@example.com', { ...ofTopic(topicId) }))
  await write(change('chain@example.com', { action: 'withdrawn' }))

  const entries = await read('CHAIN@example.com')
  expect(entries.map(({ nth, scope, action }) => [nth, scope, action])).toEqual([
    [3, 'channel', 'withdrawn'],
    [2, 'topic', 'given'],
    [1, 'channel', 'given'],
  ])
  expect(entries.map(one => one.previousHash)).toEqual([entries[1]?.hash, entries[2]?.hash, null])
  expect(await read('chain@example.com', other)).toEqual([])
  expect((await verify()).faults).toEqual([])
})

test('many concurrent appends to one chain all succeed, with several entries each', async () => {
  const by = (nth: number): ConsentSource => ({ method: 'form', sourceId: null, wording: `${nth}` })
  // Every third writes one entry only: the others would corrupt the chain if they took their second position without the first.
  const said = (nth: number) => [
    change('crowd@example.com', { by: by(nth) }),
    change(`crowd-${nth % 3}@example.com`, { by: by(nth) }),
    ...(nth % 3 === 0 ? [] : [change('crowd@example.com', { by: by(nth), action: 'withdrawn' })]),
  ]
  await Promise.all(Array.from({ length: 12 }, (_, nth) => write(...said(nth))))

  const entries = (await read('crowd@example.com')).toSorted((a, b) => a.nth - b.nth)
  expect(entries.map(one => one.nth)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  const withdrawn = entries.filter(({ action }) => action === 'withdrawn')
  expect(withdrawn.map(one => entries[one.nth - 2]?.wording)).toEqual(withdrawn.map(one => one.wording))
  expect((await verify()).faults).toEqual([])
})

test('chain ends that were looked up early may be stale: later entries come first', async () => {
  const [early, late] = [change('late@example.com'), change('late@example.com', { action: 'withdrawn' })]

  await database.transaction(async tx => {
    const ends = await findChainEnds(tx, await readAddressHasher(tx), [late])
    await write(early)
    await recordConsent(tx, [late], ends)
  })

  expect((await read('late@example.com')).map(({ nth, action }) => [nth, action])).toEqual([
    [2, 'withdrawn'],
    [1, 'given'],
  ])
  expect((await verify()).faults).toEqual([])
})

test('a rollback leaves no entry and no gap', async () => {
  await write(change('back@example.com'))
  const undone = database.transaction(async tx => {
    await recordConsent(tx, [change('back@example.com', { action: 'withdrawn' })])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await write(change('back@example.com', { action: 'withdrawn' }))

  expect((await read('back@example.com')).map(one => one.nth)).toEqual([2, 1])
})

test.each([
  ['changed', sql`update consent_entries set action = 'given'`],
  ['given another IP address', sql`update consent_entries set ip = '::1', ip_salt = ip_hash where ip_hash is not null`],
  ['deleted', sql`delete from consent_entries`],
  ['emptied', sql`truncate consent_entries`],
])('entries cannot be %s', async (_, statement) => {
  await write(change('kept@example.com', { by: { method: 'form', sourceId: null, ip: '203.0.113.7' } }))

  await expect(statement.execute(database.db)).rejects.toThrow('neither changed nor deleted')
})

test('changes that bypass the trigger are detected', async () => {
  await write(change('forged@example.com'), change('forged@example.com', { action: 'withdrawn' }))
  const [last] = await read('forged@example.com')
  const around = (statement: ReturnType<typeof sql>) =>
    database.transaction(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await statement.execute(tx)
    })
  await around(sql`update consent_entries set action = 'given' where id = ${last?.id}`)

  expect((await verify()).faults).toEqual([
    { subject: last?.subject, nth: 2, id: last?.id, message: 'It was changed.' },
  ])
  await around(sql`update consent_entries set action = 'withdrawn' where id = ${last?.id}`)
  expect((await verify()).faults).toEqual([])
})

test('erasing a person leaves a valid chain that identifies nobody', async () => {
  await write(change('gone@example.com', { by: { method: 'form', sourceId: null, ip: '203.0.113.7' } }))
  const [before] = await read('gone@example.com')
  const erase = () =>
    database.transaction(tx =>
      eraseConsent(tx, { environmentId: live.environmentId, email: 'gone@example.com', phoneNumber: null }),
    )
  await erase()
  await erase()

  const [entry] = await read('gone@example.com')
  expect(before).toMatchObject({ ip: '203.0.113.7' })
  expect(entry).toEqual({ ...before, ip: null, ipSalt: null })
  expect((await verify()).faults).toEqual([])
})

test('a refusal cites the entry behind it, not one that was superseded', async () => {
  const address = 'cited@example.com'
  const cite = async (topic: string | null, because: 'subscription' | 'suppression_list' = 'subscription') =>
    (await explainRefusals(database.db, [{ environmentId: live.environmentId, address, topicId: topic, because }]))[0]
  await write(change(address), change(address, { ...ofTopic(topicId), action: 'withdrawn' }))
  const [left] = await read(address)

  expect(await cite(topicId)).toBe(
    `Consent was withdrawn for this topic by an API key on 2026-11-15 12:00 UTC (consent entry ${left?.id}).`,
  )
  expect([await cite(null), await cite(topicId, 'suppression_list')]).toEqual([undefined, undefined])
  await write(change(address, { ...ofTopic(topicId) }))
  expect(await cite(topicId)).toBeUndefined()
})
