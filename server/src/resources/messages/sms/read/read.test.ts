import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { routesOf } from '../../../../../testing/sms-routes.ts'
import { card, draftTo, openSmsFixture, ours, type SmsFixture } from '../sms.fixture.ts'
import { oneAfterTheOther, rejected, scripted, taken } from '../submit/scripted.fixture.ts'
import { smsReader } from './read.ts'

let texts: SmsFixture
let routes: ReturnType<typeof routesOf>
beforeAll(async () => {
  texts = await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  routes = routesOf(texts.database, card)
})
afterAll(() => texts[Symbol.asyncDispose]())
beforeEach(() => texts.clear())

type Query = Parameters<typeof routes.listSms>[1]['query']
const page = (query: Query, caller: Caller = texts.live) =>
  routes.listSms(caller, { params: undefined, query, body: undefined })
const list = async (query: Query, caller?: Caller) => (await page(query, caller)).data.map(({ body }) => body)
const named = (body: string, special: { to?: string; from?: string } = {}) =>
  texts.acceptOne(special.to ?? '+14155550100', { body, ...(special.from && { from: special.from }) })

test('a message is read with its amounts and its events, in order', async () => {
  const sms = await texts.acceptOne('+14155550100')
  await texts.run(texts.openChannel([scripted(() => taken({ state: 'delivered', cost: '0.00512' }))]))

  const read = await routes.getSms(texts.live, { params: { id: sms.id }, query: undefined, body: undefined })

  const { created_at, sent_at, delivered_at, events, ...rest } = read
  expect(rest).toEqual({
    id: sms.id,
    from: ours,
    to: '+14155550100',
    body: sms.draft.body,
    status: 'delivered',
    segments_count: 1,
    credits_consumed: 10,
    scheduled_for: null,
    customer_charge_dollars: 0.01,
    carrier_total_cost: 0.00512,
    margin_dollars: 0.00488,
    direction: 'outbound',
    media_urls: [],
  })
  expect(created_at).toBe(sms.createdAt.toISOString())
  expect(events.map(({ type }) => type)).toEqual(['sent', 'delivered'])
  expect(events.map(event => event.created_at)).toEqual([sent_at, delivered_at])
})

test('a captured message says so in the list, in a search and by itself; a sent one does not', async () => {
  await named('kept')
  await texts.run(texts.openChannel([scripted(() => ({ ...taken({ state: 'delivered' }), captured: true }))]))
  const sent = await named('sent')
  await texts.run(texts.openChannel([scripted(() => taken({ state: 'delivered' }))]))

  const marks = async (query: Query) => (await page(query)).data.map(({ body, captured }) => [body, captured])
  const expected = [
    ['sent', undefined],
    ['kept', true],
  ]
  expect(await marks({})).toEqual(expected)
  expect(await marks({ search: '+1415' })).toEqual(expected)
  const { data } = await page({})
  const kept = await texts.detail({ id: data[1]?.id ?? '' })
  expect(kept).toMatchObject({ status: 'delivered', captured: true, credits_consumed: 10 })
  expect(await texts.detail(sent)).not.toHaveProperty('captured')
})

test('a message of another organization or environment does not exist, like a random id', async () => {
  const { id } = await texts.acceptOne('+14155550100')
  const { live: stranger } = await createCallers(texts.database)
  const get = (caller: Caller, asked: string) =>
    routes.getSms(caller, { params: { id: asked }, query: undefined, body: undefined })
  const random = '01945c1e-b3d0-7f16-8a2c-4d6e1f9b7c44'

  const errors = await Promise.all(
    [get(stranger, id), get(texts.test, id), get(texts.live, random), get(texts.live, 'none')].map(answer =>
      answer.catch(({ code, message }) => ({ code, message })),
    ),
  )

  expect(errors).toEqual(Array(4).fill({ code: 'not_found', message: expect.any(String) }))
  expect(new Set(errors.map(error => JSON.stringify(error))).size).toBe(1)
  expect([await list({}, stranger), await list({}, texts.test)]).toEqual([[], []])
})

test('messages that are read together are not mixed up', async () => {
  const messages = await texts.accept(Array.from({ length: 20 }, (_, nth) => draftTo(`+141555502${10 + nth}`)))
  await texts.run(texts.openChannel([scripted()]))
  const read = smsReader(texts.database.db)

  const found = await Promise.all(messages.map(({ id }) => read(texts.live, id)))

  expect(found.map(({ to }) => to)).toEqual(messages.map(({ draft }) => draft.to))
  for (const { events, id } of found) expect(events.map(event => event.subjectId)).toEqual([id])
})

test('each filter finds its messages, newest first, and filters combine', async () => {
  await named('other number', { to: '+14155550111' })
  await named('other sender', { from: '+15550100002' })
  await texts.run(
    texts.openChannel([
      scripted(
        oneAfterTheOther(() => taken(), rejected),
        { maxAtOnce: 1 },
      ),
    ]),
  )
  const last = await named('the last')

  expect(await list({})).toEqual(['the last', 'other sender', 'other number'])
  expect(await list({ to: '+14155550111' })).toEqual(['other number'])
  expect(await list({ from: '+15550100002' })).toEqual(['other sender'])
  expect(await list({ to: '+14155550100' })).toEqual(['the last', 'other sender'])
  expect(await list({ status: 'processing' })).toEqual(['the last'])
  expect((await list({ status: 'failed' })).concat(await list({ status: 'sent' })).toSorted()).toEqual([
    'other number',
    'other sender',
  ])
  expect(await list({ status: 'received' })).toEqual([])
  expect(await list({ to: '+14155550111', from: '+15550100002' })).toEqual([])
  expect(await list({ to: '+14155550100', from: '+15550100002' })).toEqual(['other sender'])

  const moment = last.createdAt.toISOString().slice(0, -1)
  expect(await list({ created_before: `${moment}Z` })).not.toContain('the last')
  expect(await list({ created_before: `${moment}001Z` })).toContain('the last')
  expect(await list({ created_after: `${moment}Z` })).toEqual([])
  expect(await list({ created_after: new Date(last.createdAt.getTime() - 1).toISOString() })).toEqual(['the last'])
  expect(await list({ created_after: '9999-12-31T23:59:59.999999999Z' })).toEqual([])
})

test('the list shows a refunded message as free', async () => {
  await named('rejected')
  await texts.run(texts.openChannel([scripted(() => rejected)]))

  expect((await page({})).data).toMatchObject([{ status: 'failed', credits_consumed: 0 }])
})

test.each([{}, { to: '+14155550100' }, { from: ours }, { status: 'processing' }] as const)(
  'pages follow one another without gaps or duplicates: %j',
  async filter => {
    for (let nth = 0; nth < 7; nth++) await named(`${nth}`)
    const seen: string[] = []
    for (let cursor: string | undefined, first = true; first || cursor; first = false) {
      const found = await page({ ...filter, limit: 3, ...(cursor && { cursor }) })
      seen.push(...found.data.map(({ body }) => body))
      cursor = found.next_cursor
      expect(found.has_more).toBe(cursor !== undefined)
    }

    expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0'])
  },
)

test('a cursor belongs to its filters and its environment', async () => {
  for (const body of ['1', '2']) await named(body)
  const { next_cursor: cursor = '' } = await page({ limit: 1, from: ours })

  await expect(page({ cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
  await expect(page({ cursor, from: ours }, texts.test)).rejects.toMatchObject({ code: 'invalid_cursor' })
})

test('a search finds the beginning of either number, or of an id, also behind a thousand newer messages', async () => {
  const old = await named('to', { to: '+14155550123' })
  await named('from', { to: '+4930901820', from: '+14155550199' })
  await texts.acceptOne('+14155550123', { body: 'not yours' }, texts.test)
  await sql`
    with given as (select gen_random_uuid() as id, nth from generate_series(1, 1100) as nth), written as (
      insert into sms (environment_id, id, organization_id, direction, from_number, to_number, body, encoding, segments, credits, charge,
        card_cost, created_at)
      select ${texts.live.environmentId}, ('ffff0000' || substr(id::text, 9))::uuid, ${texts.live.organizationId}, 'outbound', ${ours},
        '+4420' || 1000000 + nth, 'filler', 'gsm7', 1, 0, 0, 0, now() from given returning id
    )
    insert into sms_progress (environment_id, sms_id, status, give_up_at)
    select ${texts.live.environmentId}, id, 'delivered', now() from written`.execute(texts.database.db)

  expect(await list({ search: '+141555501' })).toEqual(['from', 'to'])
  expect(await list({ search: '+141555501', to: '+14155550123' })).toEqual(['to'])
  expect(await list({ search: '+141555501', status: 'delivered' })).toEqual([])
  expect(await list({ search: '+4155' })).toEqual([])
  expect(await list({ search: old.id })).toEqual(['to'])
  expect(await list({ search: '+4420', limit: 2 })).toEqual(['filler', 'filler'])
  expect(await list({ search: '--------' })).toEqual([])
})
