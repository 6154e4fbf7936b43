import type { SegmentFilter } from '@posthorn/contract/segments/filter'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { createField } from '#resources/audience/fields/create.ts'
import { createSegment } from '#resources/audience/segments/create.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../../testing/postgres.ts'
import { createContacts } from '../create.ts'
import { recordCustomEvents } from '../custom-events/record.ts'
import { importContacts } from '../import.ts'
import { previewMembers, readMembers } from '../members.ts'
import { countContacts, readContacts } from '../read.ts'
import { explainMember } from './explain.ts'
import { addContacts, readLists, removeContacts } from './list.ts'

let database: Database
let live: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
})
beforeEach(async () => {
  live = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
const segment = (name: string, filter?: SegmentFilter) =>
  database.transaction(tx => createSegment(tx, live, now, { name, ...(filter && { filter }) }))
const contacts = (...emails: string[]) =>
  database.transaction(tx =>
    createContacts(
      tx,
      emails.map(email => ({ caller: live, asked: { email }, now })),
    ),
  )
const slow = () => database.slowReads(live.environmentId)
const asked = (whom: { id?: string; filter: SegmentFilter | null }) => ({
  environmentId: live.environmentId,
  whom,
  now,
})
const first = { limit: 100, before: undefined }
const emailsOf = (found: readonly { email: string | null }[]) => found.map(({ email }) => email).sort()

test('contacts are added to and removed from a list by id or address, once; unknown ones are reported', async () => {
  const list = await segment('List')
  const [ada] = await contacts('ada@example.com', 'bob@example.com', 'eve@example.com')
  const change = (how: typeof addContacts | typeof removeContacts, given: object) =>
    database.transaction(tx => how({ tx, caller: live, id: list.id, asked: given }, now))
  const ids = [Object(ada).id, newId(now), 'x']

  const added = { changed: 1, unchanged: 0, notFound: ids.slice(1) }
  expect(await change(addContacts, { contact_ids: ids })).toEqual(added)
  const emails = ['ADA@example.com', 'bob@example.com', 'nobody@example.com']
  const again = { changed: 1, unchanged: 1, notFound: ['nobody@example.com'] }
  expect(await change(addContacts, { emails })).toEqual(again)
  expect(emailsOf(await readMembers(slow(), asked(list), first))).toEqual(['ada@example.com', 'bob@example.com'])

  const listsOf = async () => (await readLists(slow(), { ...live, id: Object(ada).id }, first)).map(({ name }) => name)
  expect(await listsOf()).toEqual(['List'])
  const left = { contact_ids: [Object(ada).id] }
  expect(await change(removeContacts, left)).toEqual({ changed: 1, unchanged: 0, notFound: [] })
  expect(await change(removeContacts, left), 'the second time').toEqual({ changed: 0, unchanged: 1, notFound: [] })
  expect(await listsOf()).toEqual([])
  expect(emailsOf(await readMembers(slow(), asked(list), first))).toEqual(['bob@example.com'])
})

test('contacts cannot be added to a segment with a filter', async () => {
  const { id } = await segment('Buyers', { event: 'order.paid' })
  const adding = database.transaction(tx => addContacts({ tx, caller: live, id, asked: { emails: ['a@b.co'] } }, now))

  await expect(adding).rejects.toThrow(/^This segment has a filter/)
})

test('an import adds new and existing contacts of its rows to a list, but no refused ones', async () => {
  const list = await segment('List')
  await contacts('old@example.com')
  const rows = [{ email: 'new@example.com' }, { email: 'OLD@example.com', first_name: 'Old' }, { email: 'nobody' }]
  const run = () => database.transaction(tx => importContacts(tx, live, now, rows, { segmentIds: [list.id] }))

  expect(await run()).toMatchObject({ created: 1, updated: 1, refused: [{ row: 2 }] })
  expect(await run(), 'the second time').toMatchObject({ created: 0, unchanged: 2 })

  expect(emailsOf(await readMembers(slow(), asked(list), first))).toEqual(['new@example.com', 'old@example.com'])
})

/** One contact per second, the last one now. */
const insertMany = (count: number) =>
  database.pool.query(
    `insert into contacts (environment_id, id, email, first_name, email_subscribed, sms_subscribed, created_at, updated_at)
     select $1, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000800000000000' || lpad(to_hex(nth), 4, '0'))::uuid,
       'c' || nth || '@example.com', case when nth % 100 = 0 then 'Ada' end, true, true, at, at
     from generate_series(1, $2::integer) as nth, lateral (select $3::timestamptz - make_interval(secs => $2 - nth)) as moments (at)`,
    [live.environmentId, count, now],
  )

test('pages hold each contact once, newest first, wherever the matches are; lists and counts accept a segment, too', async () => {
  await insertMany(12_000)
  const filter = { field: 'first_name', operator: 'eq', value: 'Ada' } as const
  const ada = await segment('Ada', filter)

  const seen: string[] = []
  for (let before: string | undefined; ; ) {
    const page = await readMembers(slow(), asked({ filter }), { limit: 50, before })
    seen.push(...page.slice(0, 50).map(({ email }) => email ?? ''))
    if (page.length <= 50) break
    before = page[49]?.id
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, nth) => `c${12_000 - 100 * nth}@example.com`))

  const [oldest] = await readMembers(slow(), asked({ filter }), {
    limit: 1,
    before: undefined,
    after: newId(new Date(0)),
  })
  const up = await readMembers(slow(), asked({ filter }), { limit: 2, before: undefined, after: oldest?.id ?? '' })
  expect(emailsOf(up)).toEqual(['c200@example.com', 'c300@example.com', 'c400@example.com'])
  const filters = { segment: { id: ada.id, now }, search: '9900' }
  expect(emailsOf(await readContacts(slow(), live, first, filters))).toEqual(['c9900@example.com'])
  expect(await countContacts(slow(), live, { segment: { id: ada.id, now } })).toEqual({ count: 120, isExact: true })
  await expect(readContacts(slow(), live, first, { segment: { id: newId(now), now } })).rejects.toThrow(
    'No such segment.',
  )
})

test('a preview counts exactly; when that takes too long, the count is marked as an estimate', async () => {
  await insertMany(3_000)
  const filter = { not: { field: 'first_name', operator: 'exists' } } as const

  const exact = await previewMembers(database, asked({ filter }), 10, {
    sampleMs: 2_000,
    countMs: 2_000,
    estimateMs: 1,
  })
  expect(exact).toMatchObject({ count: 2_970, isExact: true })
  expect(exact.sample.map(({ email }) => email?.split('@')[0])).toEqual(
    [2999, 2998, 2997, 2996, 2995, 2994, 2993, 2992, 2991, 2990].map(nth => `c${nth}`),
  )

  // Planning it alone takes more than a millisecond.
  const any = Array.from({ length: 49 }, (_, nth) => ({ event: `order.n${nth}`, at_least: 2 }))
  const slowFilter = { any: [filter, ...any] }
  const estimate = await previewMembers(database, asked({ filter: slowFilter }), 10, {
    sampleMs: 1,
    countMs: 1,
    estimateMs: 2_000,
  })
  // This few contacts are sampled completely.
  expect(estimate).toEqual({ count: 2_970, isExact: false, sample: [] })
})

const alwaysThere = ['email_subscribed', 'sms_subscribed', 'created_at', 'updated_at'] as const
test.each(alwaysThere.flatMap(field => (['exists', 'is_empty'] as const).map(operator => ({ field, operator }))))(
  'an explanation agrees with a preview: $field $operator',
  async filter => {
    const [ada] = await contacts('ada@example.com')
    const { id } = await segment('Always or never', filter)

    const { count } = await previewMembers(database, asked({ filter }), 10)
    const contactId = String(Object(ada).id)
    const explained = await explainMember(slow(), { environmentId: live.environmentId, id, contactId, now })

    expect(count).toBe(filter.operator === 'exists' ? 1 : 0)
    expect(explained).toMatchObject({ is_member: count === 1, conditions: [{ is_met: count === 1 }] })
  },
)

test('each condition is explained: the condition, the value of the contact, and whether it is met', async () => {
  await database.transaction(tx => createField(tx, live, now, { key: 'plan', type: 'string' }))
  const topic = await database.transaction(tx => createTopic(tx, live, now, { name: 'News' }))
  const list = await segment('VIPs')
  const [ada] = await database.transaction(tx =>
    createContacts(tx, [
      { caller: live, asked: { email: 'ada@example.com', properties: { plan: 'pro' } }, now, source: 'api' },
    ]),
  )
  const contactId = String(Object(ada).id)
  await database.transaction(tx =>
    recordCustomEvents(tx, [{ caller: live, asked: { event: 'order.paid', contact_id: contactId }, now }]),
  )
  await database.pool.query(
    `insert into contact_events (environment_id, name, contact_id, id, email_id) values ($1, 'email:opened', $2, $3, $3)`,
    [live.environmentId, contactId, newId(new Date('2026-01-02T03:04:05Z'))],
  )
  const { id } = await segment('Loyal', {
    all: [
      { field: 'properties.plan', operator: 'eq', value: 'pro' },
      { field: 'source', operator: 'neq', value: 'form' },
      { any: [{ topic_id: topic.id }, { segment_id: list.id }, { event: 'order.paid', at_least: 2, within_days: 30 }] },
      { not: { activity: 'opened', within_days: 90 } },
    ],
  })

  const explained = await explainMember(slow(), { environmentId: live.environmentId, id, contactId, now })

  expect(explained).toEqual({
    is_member: false,
    message: 'The contact does not belong to Loyal.',
    conditions: [
      { depth: 0, asked: 'all of these', is_met: false },
      { depth: 1, asked: 'properties.plan is "pro"', has: '"pro"', is_met: true },
      { depth: 1, asked: 'source is not "form"', has: '"api"', is_met: true },
      { depth: 1, asked: 'any of these', is_met: false },
      { depth: 2, asked: 'subscribed to "News"', has: 'not subscribed', is_met: false },
      { depth: 2, asked: 'on the list "VIPs"', has: 'not on the list', is_met: false },
      { depth: 2, asked: 'order.paid at least 2 times in the last 30 days', has: 'once', is_met: false },
      { depth: 1, asked: 'none of these', is_met: true },
      { depth: 2, asked: 'opened an email in the last 90 days', has: 'last on 2026-01-02', is_met: false },
    ],
  })
  const onList = await explainMember(slow(), { environmentId: live.environmentId, id: list.id, contactId, now })
  expect(onList).toEqual({ is_member: false, message: 'The contact does not belong to VIPs.', conditions: [] })
})
