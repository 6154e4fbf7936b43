import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { acceptEmails } from '#resources/messages/emails/accept.ts'
import { accepted, refusedByPolicy, scripted } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import type { Draft } from '#resources/messages/emails/draft.ts'
import { draftTo, type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { analyticsRoutes } from './routes.ts'
import { sumUp } from './sum-up.ts'

let mail: EmailFixture
let stranger: Caller
let routes: ReturnType<typeof analyticsRoutes>
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  stranger = (await createCallers(mail.database)).test
  routes = analyticsRoutes({ database: mail.database })
  await happen()
})
afterAll(() => mail[Symbol.asyncDispose]())

type Query = Parameters<typeof routes.getAnalytics>[1]['query']
const get = (query: Query = {}, caller = mail.test) =>
  routes.getAnalytics(caller, { params: undefined, query, body: undefined })
const sent = async (query: Query, caller?: Caller) => (await get(query, caller)).stats.emails_sent

async function accept(at: string, to: string, special: Partial<Draft> = {}, caller = mail.test): Promise<void> {
  const request = { caller, drafts: [draftTo(to.split(' '), special)], now: new Date(at) }
  const [verdict] = await mail.database.transaction(tx => acceptEmails(tx, readRateCard(null), [request]))
  if (!verdict || verdict instanceof Refusal) throw new Error('refused')
}

/** The first letter of an address selects its outcome. */
async function happen(): Promise<void> {
  await accept('2026-11-10T09:10:00.000Z', 'delivered@a.example')
  await accept('2026-11-10T09:59:59.999Z', 'opened@a.example delivered@a.example', { tags: ['welcome', 'beta'] })
  await accept('2026-11-10T10:00:00.000Z', 'clicked@a.example', { tags: ['welcome'], messageStream: 'broadcast' })
  await accept('2026-11-10T12:30:00.000Z', 'bounced@a.example delivered@a.example', { tags: ['beta'] })
  await accept('2026-11-11T00:00:00.000Z', 'bounced@a.example', { tags: ['beta'] })
  await accept('2026-11-11T00:00:00.001Z', 'marked@a.example', { messageStream: 'broadcast' })
  await accept(new Date().toISOString(), 'delivered@a.example', {}, mail.live)
  await mail.run(mail.openChannel([scripted(address => answers[address.charAt(0)] ?? accepted)]))
}

const andThen = (aftermath: 'opened' | 'clicked' | 'complained') => ({ ...accepted, aftermath })
const answers: Record<string, typeof accepted> = {
  o: andThen('opened'),
  c: andThen('clicked'),
  m: andThen('complained'),
  b: refusedByPolicy,
}

test.each(['as they come', 'summed up'])(
  'figures count emails and recipients, and rates are of emails: %s',
  async how => {
    if (how === 'summed up') await sumUp(mail.database)

    const { stats } = await get()

    expect(stats).toEqual({
      emails_sent: 6,
      recipients_reached: 6,
      emails_delivered: 5,
      recipients_delivered: 6,
      emails_opened: 2,
      emails_clicked: 1,
      emails_opened_by_people: 2,
      emails_clicked_by_people: 1,
      emails_bounced: 2,
      emails_complained: 1,
      delivery_rate: 5 / 6,
      open_rate: 2 / 5,
      click_rate: 1 / 5,
      bounce_rate: 2 / 6,
      complaint_rate: 1 / 5,
    })
  },
)

test('an environment without emails has zeros, and rates of 0', async () => {
  const { stats, ...rest } = await get({}, stranger)

  expect(new Set(Object.values(stats))).toEqual(new Set([0]))
  expect(rest).toEqual({})
  expect(await get({ granularity: 'hour' }, stranger)).toMatchObject({ series: [] })
})

test('live and test figures are separate', async () => {
  expect(await sent({}, mail.live)).toBe(1)
  expect(await sent({}, mail.test)).toBe(6)
})

test.each<[Query, number]>([
  [{ tag: 'welcome' }, 2],
  [{ tag: 'beta' }, 3],
  [{ tag: 'Welcome' }, 0],
  [{ message_stream: 'broadcast' }, 2],
  [{ message_stream: 'transactional' }, 4],
  [{ tag: 'welcome', message_stream: 'broadcast' }, 1],
  [{ tag: 'beta', message_stream: 'broadcast' }, 0],
  [{ tag: 'beta', end: '2026-11-10T12:30:00.000Z' }, 1],
])('filters combine: %o', async (query, expected) => {
  expect(await sent(query)).toBe(expected)
})

test.each<[string | undefined, string | undefined, number]>([
  ['2026-11-10T09:00:00Z', '2026-11-10T10:00:00Z', 2],
  ['2026-11-10T09:10:00Z', '2026-11-10T10:00:00Z', 2],
  ['2026-11-10T09:10:00.001Z', '2026-11-10T10:00:00Z', 1],
  ['2026-11-10T09:10:00.000001Z', '2026-11-10T10:00:00Z', 1],
  ['2026-11-10T09:10:00Z', '2026-11-10T09:59:59.999Z', 1],
  ['2026-11-10T09:10:00Z', '2026-11-10T09:59:59.9991Z', 2],
  ['2026-11-10T09:10:00Z', '2026-11-10T10:00:00.001Z', 3],
  ['2026-11-10T09:30:00Z', undefined, 5],
  [undefined, '2026-11-10T12:30:00Z', 3],
  [undefined, '2026-11-10T12:30:00.001Z', 4],
  ['2026-11-10T09:10:00Z', '2026-11-10T09:10:00Z', 0],
  ['2026-11-12T00:00:00Z', '2026-11-10T00:00:00Z', 0],
  ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', 6],
  ['9999-12-31T23:59:59.999999999Z', undefined, 0],
])('a window is exact: from %s until before %s', async (start, end, expected) => {
  expect(await sent({ ...(start && { start }), ...(end && { end }) })).toBe(expected)
})

test('partial hours of a window have every figure, with the same values as the whole hours', async () => {
  const partial = { start: '2026-11-10T09:00:00.001Z', end: '2026-11-11T00:59:59.999Z' }

  expect(await get(partial)).toEqual(await get())
  expect(await get({ ...partial, granularity: 'hour' })).toEqual(await get({ granularity: 'hour' }))
})

test('a series has a point for each hour from the first with data to the last', async () => {
  const { series = [] } = await get({ granularity: 'hour' })

  expect(series.map(point => [point.start, point.emails_sent, point.bounce_rate])).toEqual([
    ['2026-11-10T09:00:00.000Z', 2, 0],
    ['2026-11-10T10:00:00.000Z', 1, 0],
    ['2026-11-10T11:00:00.000Z', 0, 0],
    ['2026-11-10T12:00:00.000Z', 1, 1],
    ...Array.from({ length: 11 }, (_, nth) => [`2026-11-10T${13 + nth}:00:00.000Z`, 0, 0]),
    // One of two bounced at once.
    ['2026-11-11T00:00:00.000Z', 2, 1 / 2],
  ])
})

test('days are in UTC, and a partial hour only counts what is inside the window', async () => {
  const days = await get({ granularity: 'day' })
  const hours = await get({ granularity: 'hour', start: '2026-11-10T09:30:00Z', end: '2026-11-10T11:00:00Z' })

  expect(days.series?.map(point => [point.start, point.emails_sent])).toEqual([
    ['2026-11-10T00:00:00.000Z', 4],
    ['2026-11-11T00:00:00.000Z', 2],
  ])
  expect(hours.series?.map(point => [point.start, point.emails_sent])).toEqual([
    ['2026-11-10T09:00:00.000Z', 1],
    ['2026-11-10T10:00:00.000Z', 1],
  ])
})

test('a series of more than ten thousand points is refused, with what to do', async () => {
  await accept('2024-01-01T00:00:00.000Z', 'delivered@a.example', { tags: ['old'] })
  await accept('2026-11-10T09:00:00.000Z', 'delivered@a.example', { tags: ['old'] })
  await mail.run(mail.openChannel([scripted()]))

  await expect(get({ tag: 'old', granularity: 'hour' })).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ path: 'granularity', message: expect.stringContaining('start and end') }],
  })
  expect((await get({ tag: 'old', granularity: 'day' })).series).toHaveLength(1045)
})
