/** What the answers of receivers mean for an email and its recipients. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { type EmailFixture, keyOf, openEmailFixture } from '../emails.fixture.ts'
import { retrySchedule } from './retry.ts'
import { accepted, deferred, refusedByPolicy, scripted, unanswered, unknownMailbox } from './scripted.fixture.ts'
import { settle } from './settle.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())
afterEach(() => mail.expectNothingStuck())

const typesOf = async (id: string) => (await eventsOf(mail.database, id)).map(({ type }) => type)
const suppressed = async () =>
  await mail.database.db.selectFrom('suppressions').select(['email', 'reason', 'email_id']).execute()

test('an accepted message is delivered, with the reply of the peer', async () => {
  const email = await mail.acceptOne(['ada@a.example'])

  await mail.run(mail.openChannel([scripted()]))

  expect(await mail.statusOf(email.id)).toBe('delivered')
  const [, , delivered] = await eventsOf(mail.database, email.id)
  expect(delivered).toEqual({
    type: 'email.delivered',
    data: {
      email_id: email.id,
      recipient: 'ada@a.example',
      attempt: 1,
      transport: 'scripted',
      host: 'mx.peer.test',
      reply: '250 2.0.0 Ok',
      duration_ms: 1,
    },
  })
  expect(await mail.delivery(email.id)).toMatchObject({ attempts: 1, last_reply: '250 2.0.0 Ok', due_at: null })
})

test('a message that a relay accepted is sent, not delivered', async () => {
  const email = await mail.acceptOne(['ada@a.example'])

  await mail.run(mail.openChannel([scripted(undefined, { accepted: 'sent' })]))

  expect(await mail.statusOf(email.id)).toBe('sent')
  expect(await typesOf(email.id)).toEqual(['email.processing', 'email.sent'])
})

test('times stay in order (created, sent, delivered) even when the clock of the worker is wrong', async () => {
  const email = await mail.acceptOne(['ada@a.example'])

  await mail.run(mail.openChannel([scripted()], { clock: () => new Date(Date.now() - 3_600_000) }))

  const { rows } = await sql<{ inOrder: boolean }>`
    select date_trunc('milliseconds', e.created_at) <= p.sent_at and p.sent_at <= p.delivered_at as "inOrder"
    from emails e join email_progress p on p.email_id = e.id where e.id = ${email.id}`.execute(mail.database.db)
  expect(rows).toEqual([{ inOrder: true }])
})

test('a deferred message is retried by the schedule, and the event says when', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const worker = mail.openChannel([scripted(() => deferred)], { chance: () => 0.5 })

  const pauses: number[] = []
  for (let attempt = 1; attempt <= 6; attempt++) {
    await mail.run(worker)
    pauses.push(Math.round((await mail.dueIn(email.id)) ?? 0))
    await mail.comeDue()
  }

  expect(pauses.map(ms => Math.ceil(ms / 10_000) * 10)).toEqual([300, 600, 1_200, 2_400, 4_000, 4_000])
  expect(await mail.statusOf(email.id)).toBe('delivery_delayed')
  const delays = (await eventsOf(mail.database, email.id)).slice(1)
  expect(delays.map(({ type, data }) => [type, data.attempt, data.reply])).toEqual(
    [1, 2, 3, 4, 5, 6].map(nth => ['email.delivery_delayed', nth, '451 4.7.1 Greylisted']),
  )
  const next = Date.parse(String(delays[5]?.data.next_attempt_at))
  expect(next - Date.now()).toSatisfy((ms: number) => ms > 3_990_000 && ms <= 4_000_000)
})

test('a delayed message that gets through is delivered', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  let greylisted = true
  const worker = mail.openChannel([scripted(() => (greylisted ? deferred : accepted))])
  await mail.run(worker)
  greylisted = false
  await mail.comeDue()

  await mail.run(worker)

  expect(await mail.statusOf(email.id)).toBe('delivered')
  expect(await mail.delivery(email.id)).toMatchObject({ attempts: 2, due_at: null })
})

test('a message that is deferred when its time is over has failed', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  await sql`update deliveries set give_up_at = now()`.execute(mail.database.db)

  await mail.run(mail.openChannel([scripted(() => deferred)]))

  expect(await mail.statusOf(email.id)).toBe('failed')
  const [, failed] = await eventsOf(mail.database, email.id)
  expect(failed).toMatchObject({
    type: 'email.failed',
    data: { reply: '451 4.7.1 Greylisted', reason: expect.any(String) },
  })
})

test('a message without an answer is not sent again at once', async () => {
  const email = await mail.acceptOne(['ada@a.example'])

  await mail.run(mail.openChannel([scripted(() => unanswered)], { chance: () => 0.5 }))

  expect(await mail.delivery(email.id)).toMatchObject({ state: 'delayed', dot: true, held_by: null })
  expect(await mail.dueIn(email.id)).toBeGreaterThan(290_000)
})

test('an unknown mailbox bounces once and gets no more email', async () => {
  const email = await mail.acceptOne(['Ada@a.example'])
  const far = scripted(() => unknownMailbox)

  await mail.run(mail.openChannel([far]))

  expect(await mail.statusOf(email.id)).toBe('bounced')
  const [, bounced] = await eventsOf(mail.database, email.id)
  expect(bounced).toMatchObject({
    type: 'email.bounced',
    data: { recipient: 'Ada@a.example', reply: '550 5.1.1 No such user', bounce_class: 'unknown_mailbox' },
  })
  expect(await suppressed()).toEqual([{ email: 'Ada@a.example', reason: 'hard_bounce', email_id: email.id }])
  const { rows } = await sql`select from events where type = 'suppression.created'`.execute(mail.database.db)
  expect(rows).toHaveLength(1)
  const next = await mail.acceptOne(['ada@a.example'])
  expect(next).toMatchObject({ status: 'suppressed', suppressedRecipients: ['ada@a.example'] })
})

test('a rejection by policy bounces, and suppresses no address', async () => {
  const email = await mail.acceptOne(['ada@a.example'])

  await mail.run(mail.openChannel([scripted(() => refusedByPolicy)]))

  expect(await mail.statusOf(email.id)).toBe('bounced')
  expect(await suppressed()).toEqual([])
})

test('a magic address never enters the suppression list', async () => {
  await mail.acceptOne(['bounced@example.com'])

  await mail.run(mail.openChannel([scripted(() => unknownMailbox)]))

  expect(await suppressed()).toEqual([])
})

test('of five recipients, the rejected one bounces and the others are delivered, once each', async () => {
  const addresses = [0, 1, 2, 3, 4].map(nth => `${nth}@a.example`)
  const email = await mail.acceptOne(addresses)
  const far = scripted(address => (address === '3@a.example' ? unknownMailbox : accepted))
  const worker = mail.openChannel([far])

  await mail.run(worker)
  await mail.comeDue()
  await mail.run(worker)

  expect((await mail.deliveriesOf(email.id)).map(({ state }) => state)).toEqual([
    'delivered',
    'delivered',
    'delivered',
    'bounced',
    'delivered',
  ])
  expect(far.copies).toEqual(addresses.filter(address => address !== '3@a.example'))
  expect(await mail.statusOf(email.id)).toBe('delivered')
  const told = (await eventsOf(mail.database, email.id)).map(({ type, data }) => `${type} ${data.recipient ?? ''}`)
  expect(told.filter(line => line.includes('3@'))).toEqual(['email.bounced 3@a.example'])
})

test('each recipient gets its own answer', async () => {
  const answers = { 'a@a.example': accepted, 'b@a.example': deferred, 'c@a.example': refusedByPolicy }
  // `as`: there are no other recipients.
  const far = scripted(address => answers[address as keyof typeof answers])
  const email = await mail.acceptOne(Object.keys(answers))

  await mail.run(mail.openChannel([far]))

  expect((await mail.deliveriesOf(email.id)).map(one => [one.address, one.state])).toEqual([
    ['a@a.example', 'delivered'],
    ['b@a.example', 'delayed'],
    ['c@a.example', 'bounced'],
  ])
  expect(await mail.statusOf(email.id)).toBe('delivery_delayed')
})

test('only deferred recipients are retried', async () => {
  const email = await mail.acceptOne(['a@a.example', 'b@a.example'])
  let patient = false
  const far = scripted(address => (address === 'b@a.example' && !patient ? deferred : accepted))
  const worker = mail.openChannel([far])
  await mail.run(worker)
  patient = true
  await mail.comeDue()

  await mail.run(worker)

  expect(far.begun.map(({ recipients }) => recipients)).toEqual([['a@a.example', 'b@a.example'], ['b@a.example']])
  expect(await mail.statusOf(email.id)).toBe('delivered')
})

test('results of one email that several workers store at once leave the right status', async () => {
  const addresses = Array.from({ length: 8 }, (_, nth) => `${nth}@a.example`)
  for (let round = 0; round < 20; round++) {
    const email = await mail.acceptOne(addresses)
    const { emails } = await mail.takeAs('a', { emails: [keyOf(email)] })
    const results = (emails[0]?.deliveries ?? []).map((delivery, nth) => ({
      delivery,
      recipients: addresses.length,
      aheadMs: 0,
      from: 'shop@acme.test',
      labels: { messageStream: 'transactional' as const, tags: [], templateId: null },
      conclusion: {
        kind: 'outcome' as const,
        outcome: nth === round % 8 ? accepted : refusedByPolicy,
        accepted: 'delivered' as const,
        destination: 'scripted a.example',
        schedule: retrySchedule,
        chance: 0.5,
      },
      at: new Date(),
    }))

    await Promise.all(
      results.map((result, nth) => (nth % 2 ? mail.database : mail.second).transaction(tx => settle(tx, [result]))),
    )

    expect(await mail.statusOf(email.id)).toBe('delivered')
  }
})

test('opens and clicks by a simulated reader are stored, and change no status', async () => {
  const worker = mail.openChannel([
    scripted(address => ({ ...accepted, aftermath: address.startsWith('c') ? 'clicked' : 'opened' })),
  ])
  const [opened, clicked] = [await mail.acceptOne(['o@a.example']), await mail.acceptOne(['c@a.example'])]

  await mail.run(worker)

  expect((await typesOf(opened.id)).slice(2)).toEqual(['email.delivered', 'email.opened'])
  const [byReader] = (await eventsOf(mail.database, opened.id)).slice(3)
  expect(byReader?.data, 'nothing of the attempt').not.toHaveProperty('attempt')
  expect((await typesOf(clicked.id)).slice(2)).toEqual(['email.delivered', 'email.opened', 'email.clicked'])
  expect([await mail.statusOf(opened.id), await mail.statusOf(clicked.id)]).toEqual(['delivered', 'delivered'])
  const counts = await mail.database.db
    .selectFrom('email_progress')
    .select(['open_count', 'click_count'])
    .where('email_id', '=', clicked.id)
    .execute()
  expect(counts).toEqual([{ open_count: 1, click_count: 1 }])
})

test('a complaint ends as complained', async () => {
  const email = await mail.acceptOne(['ada@a.example'])

  await mail.run(mail.openChannel([scripted(() => ({ ...accepted, aftermath: 'complained' }))]))

  expect(await mail.statusOf(email.id)).toBe('complained')
})
