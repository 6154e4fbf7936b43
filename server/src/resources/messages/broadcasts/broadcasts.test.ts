/** One message to many contacts: each gets it once, however often work is repeated, and nobody who does not want it. */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { Replayed } from '#core/idempotency.ts'
import { completeRestore } from '#postgres/restored-copy.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { lockAccount } from '#resources/account/credits/locked-accounts.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { setMembership } from '#resources/audience/contacts/membership.ts'
import { createField } from '#resources/audience/fields/create.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { advanceClock } from '#resources/automation/test-clock/advance.ts'
import { countByEmail } from '#resources/messages/broadcast-figures/count.ts'
import { unknownMailbox } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { releaseBroadcast } from '#resources/messages/emails/later/release-broadcast.ts'
import { emailReader } from '#resources/messages/emails/read/read.ts'
import { asking } from '../../../../testing/asking.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type BroadcastFixture, deliverAll, openBroadcastFixture } from './broadcasts.fixture.ts'
import { removeBroadcast, updateBroadcast } from './change.ts'
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from './control.ts'
import { countOpenBroadcasts, decideBroadcasts } from './open-at-backup.ts'
import { type PreviewParts, previewBroadcast } from './preview.ts'
import { readBroadcasts } from './read.ts'
import { testBroadcast } from './test-send.ts'

let mail: EmailFixture
let fixture: BroadcastFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  fixture = openBroadcastFixture(mail)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(async () => {
  await mail.clear()
  await fixture.clear()
})

const deliver = (answer?: Parameters<typeof deliverAll>[2]) => deliverAll(mail, fixture, answer)

const recipients = async () => {
  const { rows } = await sql<{ to: string }>`select to_addresses[1] as to from emails order by 1`.execute(
    mail.database.db,
  )
  return rows.map(({ to }) => to)
}
const balance = async () => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(credits), 0)::float8 as sum from credit_entries where subject_id in (select id from emails)`.execute(
    mail.database.db,
  )
  return rows[0]?.sum
}
const inTx = <T>(work: Parameters<typeof mail.database.transaction<T>>[0]) => mail.database.transaction(work)

const preview = (id: string) => {
  const { db } = mail.database
  // `as`: a draft with problems gets no preflight.
  const preflighting = {} as PreviewParts['preflighting']
  const parts = { ...fixture.contentParts, slowReads: db, card: readRateCard(null), preflighting }
  return previewBroadcast(parts, mail.live, id, systemClock())
}

test('the preview of a draft without an audience counts nobody and names the fault', async () => {
  await fixture.addContacts(3)
  const { id } = await fixture.create({ everyone: false })

  const shown = await preview(id)

  expect(shown).toMatchObject({ recipients: 0, excluded: [], credits: 0, samples: [] })
  expect(shown.problems.map(({ path }) => path)).toEqual(['topic_id'])
})

test('everybody who is subscribed gets it once, and the content is stored once', async () => {
  const emails = await fixture.addContacts(3, { first_name: 'Ada' })
  await inTx(tx =>
    createContacts(tx, [
      { caller: mail.live, asked: { email: 'no@a.example', email_subscribed: false }, now: systemClock() },
      { caller: mail.live, asked: { phone_number: '+14155552671' }, now: systemClock() },
    ]),
  )
  const broadcast = await fixture.create({ subject: 'Hi {{ contact.first_name }}' })
  await fixture.send(broadcast)

  await fixture.step()
  const { copies, composed } = await deliver()
  await fixture.comeDue()
  await fixture.step()

  expect(copies.toSorted()).toEqual(emails)
  expect(composed.map(({ html }) => html?.startsWith('<p>Hello Ada</p>'))).toEqual([true, true, true])
  expect(composed.map(({ subject }) => subject)).toEqual(['Hi Ada', 'Hi Ada', 'Hi Ada'])
  expect(composed[0]?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const shown = await fixture.read(broadcast)
  expect(shown).toMatchObject({ state: 'completed', audience_size: 3 })
  expect(shown.figures).toMatchObject({ messages: 3, waiting: 0, sent: 3, delivered: 3, credits: 3 })
  const { rows } = await sql<{ bytes: number }>`
    select max(length(packed))::integer as bytes from email_bodies`.execute(mail.database.db)
  expect(rows[0]?.bytes).toBeLessThan(60)
  const facts = await mail.database.db
    .selectFrom('events')
    .select('type')
    .where('type', 'like', 'broadcast.%')
    .execute()
  expect(facts.map(({ type }) => type)).toEqual(['broadcast.started', 'broadcast.completed'])
  await mail.expectNothingStuck()
})

test('an email keeps its content after its contact is deleted', async () => {
  await fixture.addContacts(1, { first_name: 'Ada' })
  const broadcast = await fixture.create()
  await fixture.send(broadcast)
  await fixture.step()
  await sql`delete from contacts`.execute(mail.database.db)

  const { rows } = await sql<{ id: string }>`select id from emails`.execute(mail.database.db)
  const read = emailReader(mail.database.db, { fillBroadcasts: fixture.fill })
  const email = await read(mail.live, rows[0]?.id ?? '')

  expect(email).toMatchObject({ html: '<p>Hello Ada</p>', broadcastId: broadcast.id })
})

test('content that is the same for everybody is rendered once', async () => {
  await fixture.addContacts(2)
  await fixture.send(await fixture.create({ html: '<p>Hello {{ offer }}</p>', variables: { offer: 'all' } }))
  await fixture.step()

  const { composed } = await deliver()

  expect(composed.map(({ html }) => html?.startsWith('<p>Hello all</p>'))).toEqual([true, true])
  expect(composed.map(({ text }) => text?.startsWith('Hello all'))).toEqual([true, true])
})

test('a page of a worker that was wrongly taken for dead is created once, whenever that worker wakes up', async () => {
  const emails = await fixture.addContacts(4)
  await fixture.send(await fixture.create({ pace: { per_hour: 1_500 } }))
  await fixture.step(1)
  const { promise: read, resolve: hasRead } = Promise.withResolvers<void>()
  const { promise: awake, resolve: wakeUp } = Promise.withResolvers<void>()
  const slow = fixture.worker('slow', async () => {
    hasRead()
    await awake
  })
  const rows = await slow.take()
  const late = slow.again(rows)
  await read
  await sql`update broadcasts set held_by = null, due_at = now()`.execute(mail.database.db)
  await fixture.worker('other').work()
  const made = await recipients()

  wakeUp()
  await late
  await slow.again(rows)

  expect(await recipients()).toEqual(made)
  for (let nth = 0; nth < 4; nth++) {
    await fixture.comeDue()
    await fixture.step()
  }
  expect(await recipients()).toEqual(emails)
})

test('with a topic, only its subscribers get it', async () => {
  const topic = await inTx(tx => createTopic(tx, mail.live, systemClock(), { name: 'News' }))
  await fixture.addContacts(3)
  const contacts = await mail.database.db.selectFrom('contacts').select(['id', 'email']).orderBy('id').execute()
  const [member] = contacts
  await inTx(tx =>
    setMembership(tx, mail.live, systemClock(), { contactId: member?.id ?? '', topicId: topic.id, subscribed: true }),
  )
  const broadcast = await fixture.create({ everyone: false, topic_id: topic.id })
  await fixture.send(broadcast)

  await fixture.step()

  expect(await recipients()).toEqual([member?.email])
  expect(await fixture.read(broadcast)).toMatchObject({ audience_size: 1 })
})

test.each(['news', newId(systemClock())])('an unknown topic is reported once, also with two variants: %s', async id => {
  await fixture.addContacts(1)
  const ab_test = { share_percent: 50, winner_by: 'opens', wait: '1h', b: { subject: 'Other news' } } as const
  const broadcast = await fixture.create({ topic_id: id, ab_test })

  await expect(fixture.send(broadcast)).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ path: 'topic_id', message: 'must be the id of a topic; GET /v1/topics lists them' }],
  })
})

test('a value that only variant b prints is reported with its variant', async () => {
  await fixture.addContacts(1)
  const broadcast = await fixture.create({
    ab_test: { share_percent: 50, winner_by: 'opens', wait: '1h', b: { subject: 'About {{ offer }}' } },
  })
  const message = 'Variant b: The template prints variables that were not given: offer.'

  await expect(fixture.send(broadcast)).rejects.toMatchObject({
    ...{ code: 'missing_variable', message, details: [{ path: 'variables.offer' }] },
  })
  expect((await preview(broadcast.id)).problems).toEqual([{ path: 'variables', message }])
})

test('a test goes only to email addresses: each invalid one is reported', async () => {
  const { id } = await fixture.create()
  const to = ['ada@a.example', 'ada@a.example\r\nBcc: bob@a.example', 'ada']
  const parts = { ...fixture.contentParts, database: mail.database, card: readRateCard(null) }
  const message = 'must be an email address such as ada@example.com'

  await expect(testBroadcast(parts, { caller: mail.live }, id, { to }, systemClock())).rejects.toMatchObject({
    code: 'validation_error',
    details: [
      { path: 'to.1', message },
      { path: 'to.2', message },
    ],
  })
  expect(await recipients()).toEqual([])
})

test('a test that is asked for again with its Idempotency-Key is sent once', async () => {
  const { id } = await fixture.create()
  const parts = { ...fixture.contentParts, database: mail.database, card: readRateCard(null) }
  const ask = (to: string) => {
    const idempotency = {
      operation: 'testBroadcast',
      key: 'k',
      requestHash: Buffer.from(hash('sha256', to, 'hex'), 'hex'),
    }
    return testBroadcast(parts, { caller: mail.live, idempotency }, id, { to: [to] }, systemClock())
  }

  const first = await ask('ada@a.example')

  expect(await ask('ada@a.example')).toEqual(new Replayed(first))
  await expect(ask('bob@a.example')).rejects.toMatchObject({ code: 'invalid_idempotent_request' })
  await inTx(tx => removeBroadcast(tx, mail.live, id))
  expect(await ask('ada@a.example'), 'although it would be refused now').toEqual(new Replayed(first))
  expect(await recipients()).toEqual(['ada@a.example'])
})

test('with a segment, only its members get it; a deleted segment pauses it', async () => {
  await fixture.addContacts(2, { first_name: 'Ada' })
  await inTx(tx =>
    createContacts(tx, [
      { caller: mail.live, asked: { email: 'bob@a.example', first_name: 'Bob' }, now: systemClock() },
    ]),
  )
  const segment = { id: newId(systemClock()) }
  const filter = JSON.stringify({ field: 'first_name', operator: 'eq', value: 'Bob' })
  await sql`insert into segments (environment_id, id, name, filter, created_at, updated_at)
    values (${mail.live.environmentId}, ${segment.id}, 'Bobs', ${filter}::jsonb, now(), now())`.execute(
    mail.database.db,
  )
  const broadcast = await fixture.create({ everyone: false, segment_id: segment.id })
  await fixture.send(broadcast)
  await fixture.step()
  expect(await recipients()).toEqual(['bob@a.example'])

  const other = await fixture.create({ everyone: false, segment_id: segment.id })
  await fixture.send(other)
  await sql`delete from segments`.execute(mail.database.db)
  await fixture.step()

  expect(await fixture.read(other)).toMatchObject({ state: 'paused', paused_because: 'No such segment.' })
  await expect(fixture.send(await fixture.create({ segment_id: segment.id }))).rejects.toMatchObject({
    details: [{ path: 'segment_id' }],
  })
})

test('a recipient who is suppressed, before or while it waits, gets nothing and costs nothing', async () => {
  const [first = '', second = '', third = ''] = await fixture.addContacts(3)
  const { environmentId } = mail.live
  const suppress = (email: string) =>
    inTx(tx => suppressEach(tx, [{ environmentId, email, reason: 'manual', emailId: null, at: systemClock() }]))
  await suppress(first)
  const broadcast = await fixture.create()
  await fixture.send(broadcast)
  await fixture.step()
  await suppress(second)

  const { copies } = await deliver()
  await fixture.comeDue()
  await fixture.step()

  expect(copies).toEqual([third])
  expect((await fixture.read(broadcast)).figures).toMatchObject({
    messages: 3,
    waiting: 0,
    suppressed: 2,
    sent: 1,
    credits: 1,
  })
  expect(await balance()).toBe(-1)
})

test('a contact that is deleted and added again while it goes out gets it once', async () => {
  await fixture.addContacts(2)
  await fixture.send(await fixture.create({ pace: { per_hour: 700 } }))
  await fixture.step(2)
  const [done = ''] = await recipients()
  await sql`delete from contacts where email = ${done}`.execute(mail.database.db)
  await inTx(tx => createContacts(tx, [{ caller: mail.live, asked: { email: done }, now: systemClock() }]))

  for (let nth = 0; nth < 4; nth++) {
    await fixture.comeDue()
    await fixture.step()
  }

  expect(await recipients()).toEqual(['reader0@a.example', 'reader1@a.example'])
})

test('while it is paused nothing is sent, and after that everything is, once', async () => {
  const emails = await fixture.addContacts(3)
  const broadcast = await fixture.create()
  await fixture.send(broadcast)
  await fixture.step()
  await inTx(tx => pauseBroadcast(tx, mail.live, systemClock(), broadcast.id))

  const before = await deliver()
  await mail.comeDue()
  const still = await deliver()
  await inTx(tx => resumeBroadcast(tx, mail.live, systemClock(), broadcast.id))
  const which = { environmentId: mail.live.environmentId, broadcastId: broadcast.id, isCanceled: false }
  expect(await releaseBroadcast(mail.database, which)).toBe(3)
  expect(await releaseBroadcast(mail.database, which)).toBe(0)
  const after = await deliver()
  await fixture.comeDue()
  await fixture.step()

  expect([before.copies, still.copies]).toEqual([[], []])
  expect(after.copies.toSorted()).toEqual(emails)
  expect(await fixture.read(broadcast)).toMatchObject({ state: 'completed' })
})

const resumedAtOnce = (id: string) =>
  inTx(async tx => {
    await pauseBroadcast(tx, mail.live, systemClock(), id)
    await resumeBroadcast(tx, mail.live, systemClock(), id)
  })

test('a broadcast that is paused and resumed again and again keeps its pace', async () => {
  await fixture.addContacts(4)
  const broadcast = await fixture.create({ pace: { per_hour: 1 } })
  await fixture.send(broadcast)
  await fixture.step()

  for (let round = 0; round < 3; round++) {
    await resumedAtOnce(broadcast.id)
    await fixture.step()
  }
  expect(await recipients()).toHaveLength(1)

  await inTx(tx => pauseBroadcast(tx, mail.live, systemClock(), broadcast.id))
  await fixture.comeDue()
  await fixture.step()
  expect(await recipients(), 'while it is paused').toHaveLength(1)
  await inTx(tx => resumeBroadcast(tx, mail.live, systemClock(), broadcast.id))
  await fixture.step()
  expect(await recipients(), 'after its time has passed').toHaveLength(2)
})

test('a faster pace counts at once, and naming a pace again brings nothing forward', async () => {
  await fixture.addContacts(4)
  const broadcast = await fixture.create({ pace: { per_hour: 1 } })
  await fixture.send(broadcast)
  await fixture.step()
  const paceOf = (pace: { per_hour: number } | null) =>
    inTx(tx => updateBroadcast(tx, mail.live, systemClock(), broadcast.id, { asked: { pace }, prepared: undefined }))
  const minutes = async () => {
    const { rows } = await sql<{ left: number }>`
      select round(extract(epoch from due_at - now()) / 60)::integer as left from broadcasts`.execute(mail.database.db)
    return rows[0]?.left
  }

  await paceOf({ per_hour: 2 })
  expect(await minutes()).toBe(30)
  await sql`update broadcasts set due_at = now() + interval '10 minutes'`.execute(mail.database.db)
  await paceOf({ per_hour: 2 })
  await paceOf({ per_hour: 1 })
  expect(await minutes()).toBe(10)

  await paceOf(null)
  await fixture.step()
  expect(await recipients()).toHaveLength(4)
})

test('a pace that is changed while a page is created is that of the next page', async () => {
  await fixture.addContacts(4)
  const broadcast = await fixture.create({ pace: { per_hour: 1 } })
  await fixture.send(broadcast)
  await fixture.step(1)
  const change = { asked: { pace: null }, prepared: undefined }

  await fixture
    .worker('worker', () =>
      inTx(async tx => void (await updateBroadcast(tx, mail.live, systemClock(), broadcast.id, change))),
    )
    .work()
  await fixture.step()

  expect(await recipients()).toHaveLength(4)
})

test('a broadcast that is paused and resumed while a page is created keeps its pace', async () => {
  await fixture.addContacts(4)
  const broadcast = await fixture.create({ pace: { per_hour: 1 } })
  await fixture.send(broadcast)
  await fixture.step(1)

  await fixture.worker('worker', () => resumedAtOnce(broadcast.id)).work()
  await fixture.step()

  expect(await recipients()).toHaveLength(1)
})

test('in a test environment, a paused broadcast keeps its pace by the clock', async () => {
  const caller = mail.test
  await fixture.addContacts(4, {}, caller)
  const broadcast = await fixture.create({ pace: { per_hour: 1 } }, caller)
  await fixture.send(broadcast, {}, caller)
  await fixture.step()
  const forward = (seconds: number) => inTx(tx => advanceClock(tx, caller, seconds))

  await inTx(tx => pauseBroadcast(tx, caller, systemClock(), broadcast.id))
  await forward(1_800)
  await inTx(tx => resumeBroadcast(tx, caller, systemClock(), broadcast.id))
  await fixture.step()
  expect(await recipients(), 'after half an hour').toHaveLength(1)
  await forward(1_801)
  await fixture.step()
  expect(await recipients(), 'after an hour').toHaveLength(2)
})

test('in test mode nothing is paid, so nothing is refunded', async () => {
  const caller = mail.test
  await fixture.addContacts(2, {}, caller)
  const broadcast = await fixture.create({}, caller)
  await fixture.send(broadcast, {}, caller)
  await fixture.step()
  await inTx(tx => cancelBroadcast(tx, caller, systemClock(), broadcast.id))
  await deliver()
  await fixture.step()

  expect((await fixture.read(broadcast, caller)).figures).toMatchObject({ messages: 2, canceled: 2, credits: 0 })
})

test('canceled messages are not sent, and are refunded', async () => {
  await fixture.addContacts(3)
  const broadcast = await fixture.create()
  await fixture.send(broadcast)
  await fixture.step()
  expect(await balance()).toBe(-3)
  await inTx(tx => cancelBroadcast(tx, mail.live, systemClock(), broadcast.id))
  await inTx(tx => cancelBroadcast(tx, mail.live, systemClock(), broadcast.id))

  const { copies } = await deliver()
  await fixture.step()

  expect(copies).toEqual([])
  expect(await balance()).toBe(0)
  expect(await fixture.read(broadcast)).toMatchObject({
    state: 'canceled',
    figures: { messages: 3, waiting: 0, canceled: 3, sent: 0, credits: 0 },
  })
  await expect(inTx(tx => resumeBroadcast(tx, mail.live, systemClock(), broadcast.id))).rejects.toMatchObject({
    code: 'invalid_state',
  })
})

test('too many bounces pause it, with the reason', async () => {
  await fixture.addContacts(12)
  const broadcast = await fixture.create({ max_bounce_percent: 50 })
  await fixture.send(broadcast)
  await fixture.step()

  await deliver(() => unknownMailbox)
  await fixture.comeDue()
  await fixture.step()

  expect(await fixture.read(broadcast)).toMatchObject({
    state: 'paused',
    paused_because: '12 of 12 (100.0 %) bounced, and 50 % is the limit.',
    figures: { sent: 12, bounced: 12 },
  })
})

test('a broadcast that was paused for its bounces continues once its limit is raised', async () => {
  await fixture.addContacts(12)
  const broadcast = await fixture.create({ max_bounce_percent: 50 })
  await fixture.send(broadcast)
  await fixture.step()
  await deliver(() => unknownMailbox)
  await fixture.comeDue()
  await fixture.step()
  const resume = async () => {
    await inTx(tx => resumeBroadcast(tx, mail.live, systemClock(), broadcast.id))
    await fixture.step()
    return (await fixture.read(broadcast)).state
  }

  expect(await resume()).toBe('paused')
  await inTx(tx =>
    updateBroadcast(tx, mail.live, systemClock(), broadcast.id, {
      asked: { max_bounce_percent: 100, max_complaint_percent: 1 },
      prepared: undefined,
    }),
  )
  expect(await resume()).toBe('completed')
})

test('when credits run out it pauses after as many messages as could be paid for, and continues from there', async () => {
  const { live: poor, organizationId } = await createCallers(mail.database)
  const give = (credits: number) =>
    sql`update credit_accounts set granted = 0, added = ${credits}, granted_month = date_trunc('month', now(), 'UTC') where organization_id = ${organizationId}`.execute(
      mail.database.db,
    )
  await inTx(tx => lockAccount(tx, organizationId))
  await give(3)
  const emails = await fixture.addContacts(5, {}, poor)
  const broadcast = await fixture.create({}, poor)
  await fixture.send(broadcast, {}, poor)

  await fixture.step()
  const paused = await fixture.read(broadcast, poor)
  const made = await recipients()
  await give(10)
  await inTx(tx => resumeBroadcast(tx, poor, systemClock(), broadcast.id))
  await fixture.step()

  expect(paused).toMatchObject({ state: 'paused', figures: { messages: 3, credits: 3 } })
  expect(paused.paused_because).toContain('the balance is 0 credits')
  expect(made).toHaveLength(3)
  expect(await recipients()).toEqual(emails)
  expect((await fixture.read(broadcast, poor)).figures).toMatchObject({ messages: 5, credits: 5 })
})

test('a recipient without a value that the content prints gets no message, and is not charged', async () => {
  await fixture.addContacts(1, { first_name: 'Ada' })
  await inTx(tx => createContacts(tx, [{ caller: mail.live, asked: { email: 'no@name.example' }, now: systemClock() }]))
  const broadcast = await fixture.create({ html: '<p>Hello {{ contact.first_name }}</p>' })
  await fixture.send(broadcast)
  await fixture.step()

  const { copies } = await deliver()
  await fixture.step()

  expect(copies).toEqual(['reader0@a.example'])
  expect((await fixture.read(broadcast)).figures).toMatchObject({
    messages: 2,
    waiting: 0,
    failed: 1,
    sent: 1,
    credits: 1,
  })
})

test.each(['subject', 'html', 'text'])(
  'a recipient whose name puts U+0000 into the %s gets no message, and stops no other',
  async part => {
    await fixture.addContacts(1, { first_name: 'Ada' })
    const asked = { email: 'odd@name.example', first_name: '%00' }
    await inTx(tx => createContacts(tx, [{ caller: mail.live, asked, now: systemClock() }]))
    const broadcast = await fixture.create({ [part]: 'Hello {{ contact.first_name | url_decode }}' })
    await fixture.send(broadcast)
    await fixture.step()

    const { copies } = await deliver()
    await fixture.comeDue()
    await fixture.step()

    expect(copies).toEqual(['reader0@a.example'])
    expect(await fixture.read(broadcast)).toMatchObject({
      state: 'completed',
      figures: { messages: 2, failed: 1, sent: 1, credits: 1 },
    })
  },
)

test('an A/B test goes to its share, and the winner to the rest', async () => {
  await fixture.addContacts(40)
  const broadcast = await fixture.create({
    ab_test: { share_percent: 50, winner_by: 'opens', wait: '4h', b: { subject: 'Other news' } },
  })
  await fixture.send(broadcast)
  await fixture.step()
  const tested = await recipients()
  await deliver()
  const { a, b } = (await fixture.read(broadcast)).ab_test_status ?? {}
  await inTx(async tx => {
    const { rows } = await sql<{ id: string }>`select id from emails where broadcast_variant = 'b' limit 1`.execute(tx)
    const { environmentId } = mail.live
    await countByEmail(tx, [
      { environmentId, emailId: rows[0]?.id ?? '', counts: { emails_opened: 1, emails_opened_by_people: 1 } },
    ])
  })
  await fixture.comeDue()
  await fixture.step()
  expect((await fixture.read(broadcast)).ab_test_status).toMatchObject({ state: 'testing', winner: null })
  await sql`update broadcasts set decides_at = now(), due_at = now()`.execute(mail.database.db)
  await fixture.step()
  await deliver()
  await fixture.comeDue()
  await fixture.step()

  expect(tested.length).toBeGreaterThan(5)
  expect(tested.length).toBeLessThan(35)
  expect((a?.messages ?? 0) + (b?.messages ?? 0)).toBe(tested.length)
  const shown = await fixture.read(broadcast)
  expect(shown).toMatchObject({ state: 'completed', ab_test_status: { state: 'decided', winner: 'b' } })
  expect(shown.figures.messages).toBe(40)
  const { rows } = await sql<{ subject: string }>`
    select distinct subject from emails where to_addresses[1] <> all (${tested}::text[])`.execute(mail.database.db)
  expect(rows).toEqual([{ subject: 'Other news' }])
  expect(new Set(await recipients()).size).toBe(40)
})

test('an A/B test with everybody has a winner, too', async () => {
  await fixture.addContacts(10)
  const broadcast = await fixture.create({
    ab_test: { share_percent: 100, winner_by: 'opens', wait: '4h', b: { subject: 'Other news' } },
  })
  await fixture.send(broadcast)
  await fixture.step()
  expect((await deliver()).copies).toHaveLength(10)
  expect((await fixture.read(broadcast)).ab_test_status).toMatchObject({
    ...{ state: 'testing', decides_at: expect.any(String) },
  })

  await sql`update broadcasts set decides_at = now(), due_at = now()`.execute(mail.database.db)
  await fixture.step()

  expect((await deliver()).copies).toEqual([])
  expect(await fixture.read(broadcast)).toMatchObject({
    ...{ state: 'completed', figures: { messages: 10 }, ab_test_status: { state: 'decided', winner: 'a' } },
  })
})

test('with a local time, each contact gets it at that time in their own zone', async () => {
  await inTx(tx => insertZone(tx))
  const broadcast = await fixture.create()
  await fixture.send(broadcast, { local_time: '2033-06-01T09:00', timezone: 'Europe/Berlin' })
  expect(await fixture.read(broadcast)).toMatchObject({ state: 'scheduled', scheduled_for: '2033-05-31T19:00:00.000Z' })

  await fixture.comeDue()
  await fixture.step()

  const { rows } = await sql<{ address: string; dueAt: Date }>`
    select address, due_at as "dueAt" from deliveries order by address`.execute(mail.database.db)
  expect(rows.map(({ address, dueAt }) => [address, dueAt.toISOString()])).toEqual([
    ['berlin@a.example', '2033-06-01T07:00:00.000Z'],
    ['tokyo@a.example', '2033-06-01T00:00:00.000Z'],
  ])
  await inTx(tx => cancelBroadcast(tx, mail.live, systemClock(), broadcast.id))
  const which = { environmentId: mail.live.environmentId, broadcastId: broadcast.id, isCanceled: true }
  expect(await releaseBroadcast(mail.database, which)).toBe(2)
  expect((await deliver()).copies).toEqual([])
  expect(await balance()).toBe(0)
})

/** One contact has its own zone, one an unknown zone. */
async function insertZone(tx: Parameters<typeof createContacts>[0]): Promise<void> {
  const now = systemClock()
  await createField(tx, mail.live, now, { key: 'timezone', type: 'string' })
  const contact = (name: string, timezone: string) => ({
    caller: mail.live,
    asked: { email: `${name}@a.example`, properties: { timezone } },
    now,
  })
  await createContacts(tx, [contact('tokyo', 'Asia/Tokyo'), contact('berlin', 'Nowhere/Else')])
}

test('in a restored copy, a broadcast that was under way can be given up', async () => {
  await fixture.addContacts(2)
  const broadcast = await fixture.create()
  await fixture.send(broadcast)
  await inTx(completeRestore)
  expect(await countOpenBroadcasts(mail.database.db)).toBe(1)

  expect(await decideBroadcasts(mail.database, 'give-up', systemClock())).toBe(1)
  expect(await decideBroadcasts(mail.database, 'give-up', systemClock())).toBe(0)
  await fixture.step()

  expect(await fixture.read(broadcast)).toMatchObject({ state: 'canceled', figures: { messages: 0 } })
})

test('advancing the clock of a test environment starts a scheduled broadcast', async () => {
  await fixture.addContacts(1, {}, mail.test)
  const broadcast = await fixture.create({}, mail.test)
  await fixture.send(broadcast, { scheduled_for: new Date(Date.now() + 7_200_000).toISOString() }, mail.test)
  await fixture.step()
  expect(await recipients()).toEqual([])

  await inTx(tx => advanceClock(tx, mail.test, 7_201))
  await fixture.step()

  expect(await recipients()).toHaveLength(1)
})

test('when an A/B test is decided is shown by the clock of its environment', async () => {
  await fixture.addContacts(2, {}, mail.test)
  const ab_test = { share_percent: 50, winner_by: 'opens', wait: '4h', b: { subject: 'Other news' } } as const
  const broadcast = await fixture.create({ ab_test }, mail.test)
  await fixture.send(broadcast, {}, mail.test)
  await fixture.step()
  const decidesAt = async () => (await fixture.read(broadcast, mail.test)).ab_test_status?.decides_at
  const before = await decidesAt()

  await inTx(tx => advanceClock(tx, mail.test, 3_600))

  expect(before).toEqual(expect.any(String))
  expect(await decidesAt()).toBe(before)
  const [listed] = await readBroadcasts(mail.database.db, mail.test, { limit: 1, before: undefined }, {})
  expect(listed?.decidesByClock?.toISOString(), 'in a list').toBe(before)
})

test('time that passes while an A/B test is paused counts, also by the clock of a test environment', async () => {
  await fixture.addContacts(2, {}, mail.test)
  const ab_test = { share_percent: 100, winner_by: 'opens', wait: '4h', b: { subject: 'Other news' } } as const
  const broadcast = await fixture.create({ ab_test }, mail.test)
  await fixture.send(broadcast, {}, mail.test)
  await fixture.step()
  await deliver()
  await inTx(tx => pauseBroadcast(tx, mail.test, systemClock(), broadcast.id))

  await inTx(tx => advanceClock(tx, mail.test, 5 * 3_600))
  await inTx(tx => resumeBroadcast(tx, mail.test, systemClock(), broadcast.id))
  await fixture.step()

  expect((await fixture.read(broadcast, mail.test)).ab_test_status).toMatchObject({ state: 'decided' })
})

test('an A/B test that is paused before its messages leave waits for opens once they have', async () => {
  await fixture.addContacts(10)
  const ab_test = { share_percent: 100, winner_by: 'opens', wait: '4h', b: { subject: 'Other news' } } as const
  const broadcast = await fixture.create({ ab_test })
  await fixture.send(broadcast)
  await fixture.step()
  await inTx(tx => pauseBroadcast(tx, mail.live, systemClock(), broadcast.id))
  await deliver()
  const waitIsOver = sql`update broadcasts set decides_at = now(), due_at = now()`
  await waitIsOver.execute(mail.database.db)
  await inTx(tx => resumeBroadcast(tx, mail.live, systemClock(), broadcast.id))
  await fixture.step()

  const { ab_test_status: status } = await fixture.read(broadcast)
  expect(status).toMatchObject({ state: 'testing', winner: null })
  expect(Date.parse(status?.decides_at ?? '') - Date.now()).toBeGreaterThan(3.9 * 3_600_000)

  await releaseBroadcast(mail.database, {
    environmentId: mail.live.environmentId,
    broadcastId: broadcast.id,
    isCanceled: false,
  })
  expect((await deliver()).copies).toHaveLength(10)
  await waitIsOver.execute(mail.database.db)
  await fixture.step()
  expect((await fixture.read(broadcast)).ab_test_status).toMatchObject({ state: 'decided' })
})

test('an A/B test whose messages bounce pauses at once, and not when its wait is over', async () => {
  await fixture.addContacts(20)
  const ab_test = { share_percent: 100, winner_by: 'opens', wait: '4h', b: { subject: 'Other news' } } as const
  const broadcast = await fixture.create({ ab_test, max_bounce_percent: 50 })
  await fixture.send(broadcast)
  await fixture.step()
  await deliver(() => unknownMailbox)

  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from due_at - now())::float8 as seconds from broadcasts`.execute(mail.database.db)
  expect(rows[0]?.seconds).toBeLessThan(60)
  await fixture.comeDue()
  await fixture.step()

  expect((await fixture.read(broadcast)).state).toBe('paused')
})

test('pausing, resuming and canceling again changes nothing, and is not in the audit log', async () => {
  const { database, live } = mail
  await fixture.addContacts(1)
  const broadcast = await fixture.create()
  const { id } = broadcast
  await fixture.send(broadcast)
  const steps = [
    ['broadcast.paused', pauseBroadcast],
    ['broadcast.resumed', resumeBroadcast],
    ['broadcast.canceled', cancelBroadcast],
  ] as const

  for (const [action, change] of steps)
    for (let time = 0; time < 2; time++)
      await audited(database, asking(live, action, id).change, tx => change(tx, live, systemClock(), id))

  const entries = database.db.selectFrom('audit_log').select('action').where('object_id', '=', id).orderBy('id')
  expect((await entries.execute()).map(({ action }) => action)).toEqual(steps.map(([action]) => action))
})
