import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { readConsent } from '#resources/audience/consent/read.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { planOf } from '../../../../testing/plans.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { findSuppressed, readSuppressions } from './read.ts'
import { removeSuppression } from './remove.ts'
import type { NewSuppression as Suppression } from './store.ts'
import { type SuppressionEntry, suppressEach } from './suppress.ts'
import { suppressionKey } from './suppression.ts'

let database: Database
let live: Caller
/** The owner's other environment, and another organization. */
let strangers: Caller[]
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  strangers = [callers.test, (await createCallers(database)).live]
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
const later = new Date('2026-11-15T13:00:00.000Z')
const entry = (email: string, more: Partial<SuppressionEntry> = {}): SuppressionEntry => ({
  environmentId: live.environmentId,
  email,
  reason: 'hard_bounce',
  emailId: null,
  at: now,
  ...more,
})
const suppressed = (...entries: SuppressionEntry[]) => database.transaction(tx => suppressEach(tx, entries))
const suppress = async (...entries: SuppressionEntry[]) => (await suppressed(...entries)).created
const remove = (caller: Caller, idOrEmail: string) =>
  database.transaction(tx => removeSuppression(tx, caller, later, idOrEmail))
const list = (caller: Caller, filters: Parameters<typeof readSuppressions>[3] = {}) =>
  readSuppressions(database.db, caller, { limit: 100, before: undefined }, filters)
const consentsOf = (email: string) =>
  readConsent(
    database.db,
    { environmentId: live.environmentId, email, phoneNumber: null },
    { limit: 100, before: undefined },
  )
/** All events about an address, under any id. */
async function factsAbout(email: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where lower(data ->> 'email') = ${email.toLowerCase()} order by position`.execute(
    database.db,
  )
  return rows.map(({ type }) => type)
}

async function suppressOne(email: string): Promise<Suppression> {
  const [created] = await suppress(entry(email))
  if (!created) throw new Error(`${email} was there already`)
  return created
}

test('addresses are compared without case; suppressing one again changes and records nothing', async () => {
  const first = await suppressOne('Case@Example.com')

  const again = await suppressed(entry('case@EXAMPLE.com', { reason: 'manual', emailId: newId(now), at: later }))

  expect(again).toEqual({ created: [], raised: 0 })
  expect(await list(live, { email: 'cASE@example.com' })).toEqual([first])
  expect(await factsAbout(first.email)).toEqual(['suppression.created'])
})

test.each([
  ['hard_bounce', 'complaint'],
  ['manual', 'complaint'],
  ['unsubscribe', 'complaint'],
  ['hard_bounce', 'unsubscribe'],
  ['manual', 'unsubscribe'],
] as const)('the entry of a %s becomes one of a %s, and the withdrawal is in the ledger', async (weaker, stronger) => {
  const email = `${weaker}.${stronger}@raised.example`
  const [first] = await suppress(entry(email, { reason: weaker }))
  const withdrawals = (await consentsOf(email)).length
  const wish = { reason: stronger, emailId: newId(later), at: later }

  expect(await suppressed(entry(email.toUpperCase(), wish))).toEqual({ created: [], raised: 1 })

  const raised = { ...first, reason: stronger, emailId: wish.emailId }
  expect(await list(live, { email })).toEqual([raised])
  expect(await consentsOf(email)).toHaveLength(withdrawals + 1)

  expect(await suppressed(entry(email, { reason: weaker, at: later }), entry(email, wish))).toMatchObject({ raised: 0 })
  expect(await list(live, { email }), 'and stays one').toEqual([raised])
  expect(await consentsOf(email)).toHaveLength(withdrawals + 1)
})

test('of several reasons in one batch the strongest counts', async () => {
  const email = 'several@raised.example'

  const made = await suppress(
    entry(email),
    entry(email, { reason: 'complaint' }),
    entry(email, { reason: 'unsubscribe' }),
  )

  expect(made).toMatchObject([{ reason: 'complaint' }])
})

test('a batch returns and records only new entries, duplicates once', async () => {
  const known = await suppressOne('known@batch.example')
  const [twin, other] = [entry('twin@batch.example', { reason: 'complaint' }), entry('aaa@batch.example')]

  const created = await suppress(twin, entry('KNOWN@batch.example'), entry('TWIN@batch.example'), other)

  expect(created).toHaveLength(2)
  expect(created).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ email: 'twin@batch.example', reason: 'complaint', createdAt: now }),
      expect.objectContaining({ email: 'aaa@batch.example', reason: 'hard_bounce', createdAt: now }),
    ]),
  )
  for (const one of [known, ...created]) expect(await factsAbout(one.email)).toEqual(['suppression.created'])
  expect(await suppress()).toEqual([])
})

test('the event holds the entry as the API shows it', async () => {
  const emailId = newId(now)

  const [created] = await suppress(entry('Fact@example.com', { emailId }))

  expect(await eventsOf(database, created?.id ?? '')).toEqual([
    {
      type: 'suppression.created',
      data: {
        id: created?.id,
        email: 'Fact@example.com',
        reason: 'hard_bounce',
        email_id: emailId,
        created_at: '2026-11-15T12:00:00.000Z',
      },
    },
  ])
})

test('a rollback leaves neither the entry nor its event', async () => {
  let undone: Suppression[] = []
  await database
    .transaction(async tx => {
      undone = (await suppressEach(tx, [entry('undone@example.com')])).created
      throw new Error('undo')
    })
    .catch(() => {})

  expect(undone).toHaveLength(1)
  expect(await eventsOf(database, undone[0]?.id ?? '')).toEqual([])
  expect(await list(live, { email: 'undone@example.com' })).toEqual([])
})

test('concurrent transactions with the same addresses in any order do not deadlock', async () => {
  // Enough addresses for the transactions to overlap.
  const emails = Array.from({ length: 3_000 }, (_, nth) => `${nth}@at-once.example`)
  const orders = Array.from({ length: 6 }, (_, nth) => (nth % 2 ? emails : emails.toReversed()))
  // Not database.transaction, which would retry after a deadlock.
  const run = (order: string[]) =>
    database.db.transaction().execute(tx =>
      suppressEach(
        tx,
        order.map(email => entry(email)),
      ),
    )

  const created = await Promise.all(orders.map(run))

  expect(
    created
      .flatMap(one => one.created)
      .map(({ email }) => email)
      .toSorted(),
  ).toEqual(emails.toSorted())
})

test('suppressed addresses are found in any case, only in their own environment', async () => {
  const { environmentId } = live
  const [stranger] = strangers as [Caller, Caller]
  await suppress(entry('Found@Find.example'), entry('theirs@find.example', { environmentId: stranger.environmentId }))

  const found = await findSuppressed(database.db, [
    { environmentId, email: 'fOUND@find.example' },
    { environmentId, email: 'Found@Find.example' },
    { environmentId, email: 'nobody@find.example' },
    { environmentId, email: 'f%@find.example' },
    { environmentId: stranger.environmentId, email: 'THEIRS@find.example' },
  ])

  expect(found).toEqual(
    new Set([
      suppressionKey(environmentId, 'found@find.example'),
      suppressionKey(stranger.environmentId, 'theirs@find.example'),
    ]),
  )
  const elsewhere = [
    { environmentId, email: 'theirs@find.example' },
    { environmentId: stranger.environmentId, email: 'found@find.example' },
  ]
  expect(await findSuppressed(database.db, elsewhere)).toEqual(new Set())
  expect(await findSuppressed(database.db, [])).toEqual(new Set())
})

test.each([
  ['its id', ({ id }: Suppression) => id],
  ['its address in any case', ({ email }: Suppression) => email.toUpperCase()],
])('an entry is removed once by %s, and the address can be added again', async (name, nameOf) => {
  const email = `${name.replaceAll(' ', '.')}@remove.example`
  const first = await suppressOne(email)

  await remove(live, nameOf(first))

  expect(await list(live, { email })).toEqual([])
  await expect(remove(live, nameOf(first))).rejects.toMatchObject({ details: { resource: 'suppression' } })
  expect(await eventsOf(database, first.id)).toEqual([
    { type: 'suppression.created', data: expect.anything() },
    { type: 'suppression.deleted', data: expect.objectContaining({ id: first.id, email, reason: 'hard_bounce' }) },
  ])
  expect((await suppressOne(email)).id).not.toBe(first.id)
})

test('another environment and another organization can neither see nor remove an entry', async () => {
  const mine = await suppressOne('mine@tenant.example')

  for (const stranger of strangers) {
    expect(await list(stranger, { email: mine.email })).toEqual([])
    for (const name of [mine.id, mine.email])
      await expect(remove(stranger, name)).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await list(live, { email: mine.email })).toEqual([mine])
  expect(await factsAbout(mine.email)).toEqual(['suppression.created'])
})

test.each(['', 'nonsense', '\u0000', 'a\u0000@b.co', '%@b.co%', '🦊', 'x'.repeat(10_000)])(
  'no entry is found for %j',
  async name => {
    await expect(remove(live, name)).rejects.toMatchObject({ code: 'not_found' })
  },
)

test('filters combine, newest first', async () => {
  const { live: caller } = await createCallers(database)
  const { environmentId } = caller
  const at = (second: number) => new Date(now.getTime() + second * 1000)
  const made = await suppress(
    entry('a@filter.example', { environmentId, at: at(1), reason: 'manual' }),
    entry('b@filter.example', { environmentId, at: at(2), reason: 'complaint' }),
    entry('c@filter.example', { environmentId, at: at(3), reason: 'manual' }),
  )
  const emails = async (filters: Parameters<typeof list>[1]) =>
    (await list(caller, filters)).map(({ email }) => email?.charAt(0)).join('')

  expect(made).toHaveLength(3)
  expect(await emails({})).toBe('cba')
  expect(await emails({ reason: 'manual' })).toBe('ca')
  expect(await emails({ reason: 'unsubscribe' })).toBe('')
  expect(await emails({ email: 'B@filter.EXAMPLE' })).toBe('b')
  expect(await emails({ email: 'b@filter.example', reason: 'manual' })).toBe('')
  expect(await emails({ createdAfter: '2026-11-15T12:00:01Z' })).toBe('cb')
  expect(await emails({ createdBefore: '2026-11-15T12:00:03.000Z' })).toBe('ba')
  expect(await emails({ createdBefore: '2026-11-15T12:00:03.0001Z' })).toBe('cba')
  expect(await emails({ createdAfter: '2026-11-15T12:00:01Z', createdBefore: '2026-11-15T12:00:03Z' })).toBe('b')
  expect(await emails({ createdAfter: '2026-11-15T12:00:01Z', reason: 'manual' })).toBe('c')
  expect(await emails({ createdAfter: '0001-01-01T00:00:00Z', createdBefore: '9999-12-31T23:59:59.999999999Z' })).toBe(
    'cba',
  )
})

test('rare reasons are found without reading the entries of common ones', async () => {
  const { environmentId } = live
  await sql`
    insert into suppressions (environment_id, id, email, reason, created_at)
    select ${environmentId}, gen_random_uuid(), 'many' || nth || '@many.example',
      case when nth % 2 = 0 then 'manual' else 'hard_bounce' end, now()
    from generate_series(1, 5000) as nth`.execute(database.db)
  await sql`vacuum analyze suppressions`.execute(database.db)

  const plan = await planOf(database.slowReads(environmentId), db =>
    readSuppressions(db, live, { limit: 20, before: undefined }, { reason: 'complaint' }),
  )

  expect(plan).toContain('suppressions_by_reason')
})

test('a search finds part of an address in any case, behind a thousand newer ones', async () => {
  const { live: caller } = await createCallers(database)
  const of = (email: string, more: Partial<SuppressionEntry> = {}) =>
    entry(email, { environmentId: caller.environmentId, ...more })
  await suppress(of('Ada@begin.example'), of('adam@begin.example', { reason: 'complaint' }), of('grace@Hopper.example'))
  await suppress(...Array.from({ length: 1_100 }, (_, nth) => of(`crowd${nth}@begin.example`, { at: later })))

  const found = async (filters: Parameters<typeof readSuppressions>[3]) =>
    (await list(caller, filters)).map(({ email }) => email).toSorted()
  expect(await found({ search: 'aDa' })).toEqual(['Ada@begin.example', 'adam@begin.example'])
  expect(await found({ search: 'ada', reason: 'complaint' })).toEqual(['adam@begin.example'])
  expect(await found({ search: 'A@begin' })).toEqual(['Ada@begin.example'])
  expect(await found({ search: 'opper.ex' })).toEqual(['grace@Hopper.example'])
  expect(await found({ search: 'e@h' })).toEqual(['grace@Hopper.example'])
  expect(await found({ search: 'ad%' })).toEqual([])
  expect(await list(live, { search: 'crowd' })).toEqual([])
})

test('a list that fails is refused, and no error is left that would end the process', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  // With one connection the first query has failed before the next one begins.
  await using one = openDatabase({ url: database.pool.options.connectionString ?? '', connections: 1 })
  const page = { limit: -10, before: undefined }

  await expect(readSuppressions(one.db, live, page, { email: 'ada@example.com' })).rejects.toThrow('LIMIT')

  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
