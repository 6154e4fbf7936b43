import type { SegmentFilter } from '@posthorn/contract/segments/filter'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { record } from '#events/record.ts'
import type { Database } from '#postgres/database.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { evaluateConditions } from './evaluate-conditions.ts'
import { conditionsOf } from './filter-parts.ts'
import { membersCondition, readSegment } from './members.ts'
import type { SegmentRef } from './segment.ts'

/** Rows are inserted directly: these tests are about reading them. */
let database: Database
let live: Caller
const ids = new Map<string, string>()
const now = new Date('2026-11-15T12:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

type Person = { first?: string; subscribed?: boolean; days?: number; source?: string; values?: Record<string, string> }

/** Everybody has an address NAME@acme.example, except Grace, who only has a number. */
const people: Record<string, Person> = {
  ada: { first: 'Ada', days: 1, source: 'form', values: { plan: 'pro', seats: 'c014000000000000', trial: iso(-3) } },
  bob: { first: 'Bob_x', subscribed: false, days: 40, source: 'api', values: { plan: 'free', trial: iso(5) } },
  eve: { days: 400, source: 'import', values: { plan: '' } },
  grace: { first: '', days: 10 },
}
function iso(days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString()
}
const fields = { plan: 'string', seats: 'number', trial: 'date' }
const fieldIds = new Map(Object.keys(fields).map(key => [key, newId(now)]))
const [news, list] = [newId(now), newId(now)]

const idOf = (name: string) => ids.get(name) ?? ''
const run = (text: string, ...values: unknown[]) => database.pool.query(text, values)

async function insert(environmentId: string, name: string, person: Person): Promise<void> {
  const created = daysAgo(person.days ?? 0)
  ids.set(name, newId(created))
  await run(
    `insert into contacts (environment_id, id, email, phone_number, first_name, email_subscribed, sms_subscribed, source, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, true, $7, $8, $8)`,
    ...[
      environmentId,
      idOf(name),
      name === 'grace' ? null : `${name}@Acme.example`,
      '+14155550'.concat(idOf(name).slice(-3)),
    ],
    ...[person.first ?? null, person.subscribed ?? true, person.source ?? null, created],
  )
  for (const [key, value] of Object.entries(person.values ?? {}))
    await run(
      `insert into contact_values (environment_id, field_id, contact_id, value) values ($1, $2, $3, $4)`,
      ...[environmentId, fieldIds.get(key), idOf(name), value],
    )
}

beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
  const environment = live.environmentId
  for (const [key, type] of Object.entries(fields))
    await run(
      `insert into contact_fields (environment_id, id, key, type, created_at, updated_at) values ($1, $2, $3, $4, now(), now())`,
      ...[environment, fieldIds.get(key), key, type],
    )
  for (const [name, person] of Object.entries(people)) await insert(environment, name, person)
  await run(
    `insert into topics (environment_id, id, name, is_default_topic, display_order, created_at, updated_at)
     values ($1, $2, 'News', false, 1, now(), now())`,
    ...[environment, news],
  )
  await run(`insert into topic_memberships values ($1, $2, $3, now())`, environment, idOf('bob'), news)
  await run(
    `insert into segments (environment_id, id, name, created_at, updated_at) values ($1, $2, 'List', now(), now())`,
    ...[environment, list],
  )
  await run(`insert into segment_members values ($1, $2, $3, now())`, environment, list, idOf('eve'))
  for (const [name, days] of [
    ['ada', 1],
    ['ada', 20],
    ['ada', 50],
    ['bob', 45],
  ] as const)
    await run(
      `insert into contact_events (environment_id, name, contact_id, id) values ($1, 'order.paid', $2, $3)`,
      ...[environment, idOf(name), newId(daysAgo(days))],
    )
  await happen('email.opened', 'ada', 3, { by: 'human' }, 'launch')
  await happen('email.opened', 'bob', 3, { by: 'machine' }, 'launch')
  await happen('email.clicked', 'ada', 60, { by: 'human' }, 'other')
  await happen('email.bounced', 'EVE', 5, {}, 'launch')
}, 60_000)
afterAll(() => database[Symbol.asyncDispose]())

async function happen(
  type: 'email.opened' | 'email.clicked' | 'email.bounced',
  name: string,
  days: number,
  data: object,
  tag: string,
) {
  const { environmentId } = live
  const emailId = newId(daysAgo(days + 1))
  await run('insert into email_tags (environment_id, tag, email_id) values ($1, $2, $3)', environmentId, tag, emailId)
  await database.transaction(tx =>
    record(tx, [
      {
        environmentId,
        type,
        subjectId: emailId,
        data: { ...data, email_id: emailId, recipient: `${name}@acme.example` },
        at: daysAgo(days),
      },
    ]),
  )
}

async function members(whom: SegmentRef, rows: 'few' | 'many', db = database.db): Promise<string[]> {
  const condition = await membersCondition(db, live.environmentId, whom, { now, rows, contacts: 'c' })
  const found = await sql<{ id: string }>`
    select c.id from contacts c where c.environment_id = ${live.environmentId} and ${condition}`.execute(db)
  return [...ids].flatMap(([name, id]) => (found.rows.some(row => row.id === id) ? [name] : [])).sort()
}

const compare = (field: string, operator: string, value?: unknown) =>
  ({ field, operator, ...(value !== undefined && { value }) }) as SegmentFilter // as: each row of the table is valid

const table: [string, SegmentFilter, string][] = [
  ['an address in any case', compare('email', 'eq', 'ADA@acme.example'), 'ada'],
  ['the end of an address', compare('email', 'ends_with', '@ACME.example'), 'ada bob eve'],
  ['another address, or none', compare('email', 'neq', 'ada@acme.example'), 'bob eve grace'],
  ['no address', compare('email', 'is_empty'), 'grace'],
  ['a name, letter by letter', compare('first_name', 'eq', 'ada'), ''],
  ['a part of a name that is a wildcard of SQL', compare('first_name', 'contains', '_'), 'bob'],
  ['another name, or none', compare('first_name', 'neq', 'Ada'), 'bob eve grace'],
  ['not a name, also met when none is set', { not: compare('first_name', 'eq', 'Ada') }, 'bob eve grace'],
  ['a name, even if empty', compare('first_name', 'exists'), 'ada bob grace'],
  ['no name, or an empty one', compare('first_name', 'is_empty'), 'eve grace'],
  ['subscribed to email', compare('email_subscribed', 'eq', true), 'ada eve grace'],
  ['not subscribed to email', compare('email_subscribed', 'neq', true), 'bob'],
  ['created within days', compare('created_at', 'in_last_days', 30), 'ada grace'],
  ['created longer ago', compare('created_at', 'more_than_days_ago', 30), 'bob eve'],
  ['created after a day', compare('created_at', 'gte', '2026-11-10'), 'ada'],
  ['created at another moment', compare('created_at', 'neq', daysAgo(1).toISOString()), 'bob eve grace'],
  ['a source', compare('source', 'eq', 'form'), 'ada'],
  ['another source, or none', compare('source', 'neq', 'form'), 'bob eve grace'],
  ['the value of a field', compare('properties.plan', 'eq', 'pro'), 'ada'],
  ['another value, or none', compare('properties.plan', 'neq', 'pro'), 'bob eve grace'],
  ['a part of a value', compare('properties.plan', 'contains', 'r'), 'ada bob'],
  ['no value, or an empty one', compare('properties.plan', 'is_empty'), 'eve grace'],
  ['a number above', compare('properties.seats', 'gt', 4.5), 'ada'],
  ['a number above all values', compare('properties.seats', 'gte', 5.01), ''],
  ['a date in the last days', compare('properties.trial', 'in_last_days', 3), 'ada'],
  ['a date in the next days', compare('properties.trial', 'in_next_days', 7), 'bob'],
  ['a deleted field', compare('properties.gone', 'eq', 'x'), ''],
  ['an existing flag', compare('email_subscribed', 'exists'), 'ada bob eve grace'],
  ['an empty flag', compare('sms_subscribed', 'is_empty'), ''],
  ['an existing moment', compare('created_at', 'exists'), 'ada bob eve grace'],
  ['an empty moment', compare('updated_at', 'is_empty'), ''],
  ['a topic', { topic_id: news }, 'bob'],
  ['a list', { segment_id: list }, 'eve'],
  ['an event', { event: 'order.paid' }, 'ada bob'],
  ['an event, lately', { event: 'order.paid', within_days: 30 }, 'ada'],
  ['an event, twice lately', { event: 'order.paid', at_least: 2, within_days: 30 }, 'ada'],
  ['an event, three times lately', { event: 'order.paid', at_least: 3, within_days: 30 }, ''],
  ['an event, three times', { event: 'order.paid', at_least: 3 }, 'ada'],
  ['opened, by a person', { activity: 'opened' }, 'ada'],
  ['clicked, too long ago', { activity: 'clicked', within_days: 30 }, ''],
  ['bounced, in any case of the address', { activity: 'bounced', within_days: 30 }, 'eve'],
  ['opened with a tag', { activity: 'opened', tag: 'launch' }, 'ada'],
  ['clicked with another tag', { activity: 'clicked', tag: 'launch' }, ''],
  ['never opened', { not: { activity: 'opened' } }, 'bob eve grace'],
  ['all of several', { all: [{ event: 'order.paid' }, { topic_id: news }] }, 'bob'],
  ['any of several', { any: [{ segment_id: list }, { activity: 'opened' }] }, 'ada eve'],
  [
    'nested all, any and not',
    {
      all: [
        { any: [{ topic_id: news }, { segment_id: list }] },
        { not: { all: [{ event: 'order.paid' }, { topic_id: news }] } },
      ],
    },
    'eve',
  ],
]

test.each(table)('%s', async (_, filter, expected) => {
  const few = await members({ filter }, 'few')
  const many = await members({ filter }, 'many', database.slowReads(live.environmentId))

  expect({ few: few.join(' '), many: many.join(' ') }).toEqual({ few: expected, many: expected })
  const conditions = conditionsOf(filter)
  const found = await Promise.all(
    [...ids.values()].map(contactId =>
      evaluateConditions(database.db, { environmentId: live.environmentId, contactId, now }, conditions),
    ),
  )
  expect(found.flat().map(({ isMet }) => typeof isMet)).toEqual(found.flat().map(() => 'boolean'))
})

test('a segment is read by id only in its own environment', async () => {
  expect(await readSegment(database.db, live.environmentId, list)).toMatchObject({
    id: list,
    name: 'List',
    filter: null,
  })
  for (const [environmentId, id] of [
    [newId(now), list],
    [live.environmentId, newId(now)],
    [live.environmentId, 'x'],
  ] as const)
    await expect(readSegment(database.db, environmentId, id)).rejects.toThrow('No such segment.')
})

test('a list has the contacts added to it', async () => {
  expect(await members({ id: list, filter: null }, 'few')).toEqual(['eve'])
})
