/** Real deliveries that bounce, and the broadcasts that are paused by them. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { accepted, deferred, scripted, unknownMailbox } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { applyNews, lockSentEmail } from '#resources/messages/emails/later/later.ts'
import { releaseWaiting } from '#resources/messages/emails/later/release-waiting.ts'
import { emailReader } from '#resources/messages/emails/read/read.ts'
import { describeWait } from '#resources/messages/explain/words.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import type { releasePausedJob } from './jobs.ts'
import { pauseBroadcasts, resumeBroadcasts } from './pause.ts'
import { readPauses, readReceiverRates } from './read.ts'
import { sumUpReceiverStats } from './sum-up.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())
afterEach(() => mail.expectNothingStuck())

const broadcast = { messageStream: 'broadcast', unsubscribe: true } as const
const from = (address: string) => ({ ...broadcast, from: { name: null, address } })
const hourMs = 3_600_000
const always = { from: new Date(0), until: new Date('2999-01-01') }
const ratesNow = () => readReceiverRates(mail.database.db, mail.live, always)
const pauses = () => readPauses(mail.database.db, mail.live.environmentId)
const resume = (domain: string) =>
  mail.database.transaction(tx => resumeBroadcasts(tx, mail.live.environmentId, { domain }, systemClock()))
const watch = () => pauseBroadcasts(mail.database, systemClock)

/** Twelve of twenty bounce. */
const peer = () => scripted(address => (address.startsWith('gone') ? unknownMailbox : accepted))
async function sendBadList(): Promise<void> {
  for (let nth = 0; nth < 12; nth++) await mail.acceptOne([`gone${nth}@gmail.com`], broadcast)
  for (let nth = 0; nth < 8; nth++) await mail.acceptOne([`ada${nth}@firm.example`], broadcast)
  await mail.run(mail.openChannel([peer()]))
}

async function jobs() {
  const { rows } = await sql<{ payload: Parameters<typeof releasePausedJob>[0]; inMs: number }>`
    select payload, extract(epoch from due_at - now())::float8 * 1000 as "inMs" from jobs
    where task = 'release_paused' order by due_at`.execute(mail.database.db)
  return rows
}

const eventsOf = async (type: string) => {
  const { rows } = await sql<{ data: object }>`select data from events where type = ${type}`.execute(mail.database.db)
  return rows.map(({ data }) => data)
}

test('the answers of receivers are counted for each domain, receiver and stream, summed up or not', async () => {
  await sendBadList()
  await mail.acceptOne(['bob@gmail.com'])
  await mail.run(mail.openChannel([peer()]))

  const expected = [
    { domain: 'acme.test', receiver: 'google', messageStream: 'broadcast', sent: 12, bounced: 12, complained: 0 },
    { domain: 'acme.test', receiver: 'other', messageStream: 'broadcast', sent: 8, bounced: 0, complained: 0 },
    { domain: 'acme.test', receiver: 'google', messageStream: 'transactional', sent: 1, bounced: 0, complained: 0 },
  ]
  expect(await ratesNow()).toEqual(expected)
  await sumUpReceiverStats(mail.database)
  expect(await ratesNow()).toEqual(expected)
})

test('captured mail counts for no receiver', async () => {
  const captured = { kind: 'accepted', attempt: { transport: 'capture', durationMs: 1 } } as const
  await mail.acceptOne(['ada@gmail.com'], broadcast)

  await mail.run(mail.openChannel([scripted(() => captured)]))

  expect(await ratesNow()).toEqual([])
})

test('a late report counts once more, for the receiver that the mail was delivered to', async () => {
  const known = { kind: 'accepted', attempt: { ...accepted.attempt, receiver: 'google' } } as const
  const email = await mail.acceptOne(['ada@firm.example'], broadcast)
  await mail.run(mail.openChannel([scripted(() => known, { accepted: 'sent' })]))
  const hear = () =>
    mail.database.transaction(async tx => {
      const departed = await lockSentEmail(tx, email.id)
      if (!departed) throw new Error('it has not left')
      return applyNews(tx, departed, [{ nth: 0, news: { kind: 'complained', feedback: 'abuse' } }], systemClock())
    })

  expect([await hear(), await hear()]).toEqual([true, false])

  expect(await ratesNow()).toMatchObject([{ receiver: 'google', sent: 1, bounced: 0, complained: 1 }])
})

test('complaints about mail of earlier days pause nothing, nor do addresses that simulate a bounce', async () => {
  const email = await mail.acceptOne(['ada@firm.example'], broadcast)
  await mail.run(mail.openChannel([scripted(() => accepted, { accepted: 'sent' })]))
  await sql`update email_progress set sent_at = now() - interval '25 hours'`.execute(mail.database.db)
  await sql`update receiver_stats set hour = hour - interval '25 hours', sent = 100000`.execute(mail.database.db)
  await mail.database.transaction(async tx => {
    const departed = await lockSentEmail(tx, email.id)
    await applyNews(
      tx,
      departed ?? expect.unreachable(),
      [{ nth: 0, news: { kind: 'complained', feedback: 'abuse' } }],
      systemClock(),
    )
  })
  await sql`update receiver_stats set complained = 30 where complained = 1`.execute(mail.database.db)
  for (let nth = 0; nth < 12; nth++) await mail.acceptOne([`bounced+${nth}@shop.test`], broadcast)
  await mail.run(mail.openChannel([scripted(() => unknownMailbox)]))

  await watch()

  expect(await pauses()).toEqual([])
  expect(await ratesNow()).toMatchObject([{ sent: 100_000, complained: 30 }])
})

test('too many bounces pause the broadcasts of that domain, once, and waiting emails say so', async () => {
  await sendBadList()

  await Promise.all([watch(), pauseBroadcasts(mail.second, systemClock)])
  await watch()

  const reason = '12 of 20 (60.0 %) bounced within a day, and 5 % is the limit'
  expect(await pauses()).toMatchObject([{ domain: 'acme.test', reason }])
  expect(await eventsOf('broadcast.paused')).toMatchObject([{ domain: 'acme.test', reason, sent: 20, bounced: 12 }])

  const held = await mail.acceptOne(['ada@firm.example'], broadcast)
  const below = await mail.acceptOne(['ada@firm.example'], from('shop@news.acme.test'))
  await mail.acceptOne(['ada@firm.example'])
  await mail.acceptOne(['ada@firm.example'], from('shop@other.test'))
  await mail.acceptOne(['ada@firm.example'], from('shop@notacme.test'))
  const far = scripted()
  await mail.run(mail.openChannel([far]))

  expect(far.copies).toHaveLength(3)
  expect(await mail.statusOf(below.id)).toBe('processing')
  expect(((await mail.dueIn(held.id)) ?? 0) / hourMs).toBeCloseTo(24, 0)
  const { wait } = await emailReader(mail.database.db)(mail.live, held.id)
  expect(wait && describeWait(wait)).toBe(
    `Waiting for somebody to resume the paused broadcasts of acme.test: ${reason}.`,
  )
})

test('resuming them releases all that wait, and earlier bounces do not pause them again', async () => {
  await sendBadList()
  await watch()
  const held = [
    await mail.acceptOne(['a@firm.example'], broadcast),
    await mail.acceptOne(['b@firm.example'], broadcast),
  ]
  const far = scripted()
  await mail.run(mail.openChannel([far]))

  await resume('Acme.test')
  await watch()

  expect(await pauses()).toEqual([])
  expect(await eventsOf('broadcast.resumed')).toMatchObject([{ domain: 'acme.test' }])
  const [now, again] = await jobs()
  expect(now?.inMs).toBeLessThanOrEqual(0)
  // A worker may have looked before, and put its email back after the first.
  expect(again?.inMs).toBeGreaterThan(60_000)
  const payload = now?.payload ?? expect.unreachable()
  await sql`update deliveries set give_up_at = now() - interval '1 day' where due_at is not null`.execute(
    mail.database.db,
  )
  expect([await releaseWaiting(mail.database, payload, 1), await releaseWaiting(mail.database, payload)]).toEqual([
    2, 0,
  ])
  // The time of the pause does not count for them.
  await mail.run(mail.openChannel([scripted(() => deferred)]))
  expect(await Promise.all(held.map(one => mail.statusOf(one.id)))).toEqual(['delivery_delayed', 'delivery_delayed'])
  await mail.comeDue()
  await mail.run(mail.openChannel([far]))
  expect(await Promise.all(held.map(one => mail.statusOf(one.id)))).toEqual(['delivered', 'delivered'])
})

test('only paused broadcasts can be resumed', async () => {
  await expect(resume('acme.test')).rejects.toMatchObject({ code: 'not_found' })
})
