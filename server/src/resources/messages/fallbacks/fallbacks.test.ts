/** A text message that is sent when an email does not arrive: once, or not at all. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { byHand, giveBackAbandoned } from '#engine/by-hand.fixture.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { readAnalytics } from '#resources/account/analytics/read.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { advanceClock } from '#resources/automation/test-clock/advance.ts'
import { deleteEmail } from '#resources/messages/emails/delete/delete.ts'
import { accepted, deferred, scripted, unknownMailbox } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import type { Draft } from '#resources/messages/emails/draft.ts'
import { collectWakeUps, type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { eraseEmailsTo } from '#resources/messages/emails/erase/erase.ts'
import { cancelEmail } from '#resources/messages/emails/later/change-schedule.ts'
import { applyNews, lockSentEmail } from '#resources/messages/emails/later/later.ts'
import { releaseScheduled } from '#resources/messages/emails/later/release.ts'
import { emailReader, explainEmail } from '#resources/messages/emails/read/read.ts'
import { toWireEmail } from '#resources/messages/emails/wire.ts'
import { explainSms, smsReader } from '#resources/messages/sms/read/read.ts'
import { readRequest } from '#resources/messages/sms/request.ts'
import { toWireSms } from '#resources/messages/sms/wire.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { eraseFallbacksTo } from './change.ts'
import type { FallbackDraft } from './fallback.ts'
import { fallbackChannel } from './fallback-channel.ts'
import { decideFallbacks } from './open-at-backup.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(async () => {
  await mail.clear()
  await emptyTables(
    mail.database.db,
    'email_fallbacks, sms, sms_progress, email_stats, email_minutes, sms_opt_outs, restored_work',
  )
})

const card = readRateCard(null)
const number = '+14155552671'
const sms = readRequest({ from: '+15005550006', to: number, body: 'Your code is 481 502.' })
const fallback: FallbackDraft = { unless: 'delivered', withinSeconds: 600, sms }
const channelOf = (database = mail.database) => fallbackChannel({ database, clock: systemClock, card })
const worker = (name = 'worker') => byHand(mail.database, channelOf(), name)
const send = (special: Partial<Draft> = {}, caller?: Caller) =>
  mail.acceptOne(['ada@a.example'], { fallback, ...special }, caller)
const deliver = (answer = accepted) => mail.run(mail.openChannel([scripted(() => answer, { accepted: 'delivered' })]))
const comeDue = () => sql`update email_fallbacks set due_at = now() where due_at is not null`.execute(mail.database.db)
const decideNow = async () => {
  await comeDue()
  await worker().workAll()
}
const read = async (id: string, caller = mail.live) =>
  toWireEmail(await emailReader(mail.database.db)(caller, id), null).fallback
const explained = (id: string) => explainEmail(mail.database.db, mail.database.db, mail.live, id)
const texts = () => mail.database.db.selectFrom('sms').select(['id', 'to_number', 'fallback_of', 'credits']).execute()
const waitsSeconds = async () => {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from due_at - now())::float8 as seconds from email_fallbacks`.execute(mail.database.db)
  return rows[0]?.seconds
}
const figures = async () =>
  (await readAnalytics(mail.database.db, mail.live, { accepted: { from: undefined, until: undefined } })).totals

test('after a delivered email no text message is sent, and its content is deleted', async () => {
  const email = await send()
  expect(await waitsSeconds()).toBeCloseTo(600, -1)
  await deliver()
  expect(await worker().work()).toBe(0)
  expect((await explained(email.id)).summary).toContain('only if the email bounces before')

  await decideNow()

  expect(await texts()).toEqual([])
  expect(await read(email.id)).toMatchObject({ state: 'not_needed', sms_id: null, reason: 'The email was delivered.' })
  const rows = await mail.database.db.selectFrom('email_fallbacks').select(['sms', 'to_number', 'due_at']).execute()
  expect(rows).toEqual([{ sms: null, to_number: null, due_at: null }])
  expect(await figures()).toMatchObject({ fallbacks_sent: 0, fallbacks_not_needed: 1 })
  await mail.expectNothingStuck()
})

test('when the email has not arrived in time, one text message is sent and paid for then', async () => {
  const email = await send()
  await deliver(deferred)
  expect(await read(email.id)).toMatchObject({ state: 'waiting', sms_id: null, reason: null })
  expect(await texts()).toEqual([])

  await decideNow()

  const [text] = await texts()
  expect(text).toMatchObject({ to_number: number, fallback_of: email.id })
  expect(await read(email.id)).toMatchObject({
    state: 'sent',
    sms_id: text?.id,
    reason: 'The email was not delivered within 10 minutes.',
  })
  const followed = await smsReader(mail.database.db)(mail.live, text?.id ?? '')
  expect(toWireSms(followed).fallback_of).toBe(email.id)
  expect((await explainSms(mail.database.db, mail.live, followed)).summary).toContain(email.id)
  const explanation = await explained(email.id)
  expect(explanation.steps.at(-1)?.what).toBe(
    `The text message ${text?.id} was sent instead. The email was not delivered within 10 minutes.`,
  )
  expect(await figures()).toMatchObject({ fallbacks_sent: 1, fallbacks_not_needed: 0 })
  const entries = await mail.database.db
    .selectFrom('credit_entries')
    .select('kind')
    .where('subject_id', '=', text?.id ?? '')
    .execute()
  expect(entries).toHaveLength(1)
  await mail.expectNothingStuck()
})

test('when the email bounces, the text message is sent at once, and workers are woken', async () => {
  const email = await send()
  await using heard = await collectWakeUps(mail.database)

  await deliver(unknownMailbox)
  await expect.poll(() => heard.tables).toContain('email_fallbacks')
  await worker().workAll()

  expect(await read(email.id)).toMatchObject({ state: 'sent', reason: 'The email bounced.' })
})

test('when the email bounces after its delivery, the text message is sent at once, too', async () => {
  const email = await send()
  await deliver()

  await mail.database.transaction(async tx => {
    const departed = await lockSentEmail(tx, email.id)
    const news = { kind: 'bounced' as const, bounce: 'unknown_mailbox' as const, suppress: false, reply: '550' }
    if (departed) await applyNews(tx, departed, [{ nth: 0, news }], new Date())
  })
  await worker().workAll()

  expect(await read(email.id)).toMatchObject({ state: 'sent', reason: 'The email bounced.' })
})

test('when the address is suppressed, the text message is sent at once, or at its time when the email is scheduled', async () => {
  const { environmentId } = mail.live
  await mail.database.transaction(tx =>
    suppressEach(tx, [{ environmentId, email: 'ada@a.example', reason: 'manual', emailId: null, at: new Date() }]),
  )
  const now = await send()
  await worker().workAll()
  const later = await send({ scheduledFor: new Date(Date.now() + 3_600_000).toISOString() })
  await worker().workAll()

  expect(await read(now.id)).toMatchObject({ state: 'sent', reason: expect.stringContaining('suppression list') })
  expect(await read(later.id)).toMatchObject({ state: 'waiting' })
  await decideNow()
  expect(await texts()).toHaveLength(2)
})

test('an open by a machine does not count; an open or a click by a person does', async () => {
  const opened = { fallback: { ...fallback, unless: 'opened' as const }, trackOpens: true }
  const [byMachine, byPerson, clicked] = [await send(opened), await send(opened), await send(opened)]
  await deliver()
  const count = (column: string, id: string) =>
    sql`update email_progress set ${sql.ref(column)} = 1 where email_id = ${id}`.execute(mail.database.db)
  await count('open_count', byMachine.id)
  await count('human_open_count', byPerson.id)
  await count('human_click_count', clicked.id)

  await decideNow()

  const states = await Promise.all([byMachine, byPerson, clicked].map(async ({ id }) => (await read(id))?.state))
  expect(states).toEqual(['sent', 'not_needed', 'not_needed'])
})

test('a worker that ends, or comes too late, sends nothing twice', async () => {
  const email = await send()
  await deliver(deferred)
  await comeDue()
  const [first, second] = [worker('first'), worker('second')]
  const held = await first.take()
  await giveBackAbandoned(mail.database, channelOf())
  const heldAnew = await second.take()

  await first.again(held)
  expect(await texts()).toEqual([])
  await second.again(heldAnew)
  await second.again(heldAnew)
  await worker().workAll()

  expect(await texts()).toHaveLength(1)
  expect(await read(email.id)).toMatchObject({ state: 'sent' })
  expect(await figures()).toMatchObject({ fallbacks_sent: 1 })
})

test('a transaction that is not committed has sent nothing', async () => {
  await send()
  await deliver(deferred)
  await comeDue()
  const broken = {
    ...mail.database,
    transaction: <T>(work: Parameters<typeof mail.database.transaction<T>>[0]) =>
      mail.database.transaction<T>(async tx => {
        await work(tx)
        throw new Error('killed')
      }),
  }
  const dying = byHand(mail.database, channelOf(broken), 'dying')

  await expect(dying.work()).rejects.toThrow('killed')
  expect(await texts()).toEqual([])
  await giveBackAbandoned(mail.database, channelOf())
  await worker().workAll()

  expect(await texts()).toHaveLength(1)
})

test('a text message that is refused when its time comes has failed, with the reason', async () => {
  const email = await send()
  await deliver(deferred)
  const asked = { phone_number: number, sms_subscribed: false }
  await mail.database.transaction(tx => createContacts(tx, [{ caller: mail.live, asked, now: new Date() }]))

  await decideNow()

  expect(await read(email.id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('opted out') })
  expect(await texts()).toEqual([])
  await sql`delete from contacts`.execute(mail.database.db)
})

test('the time of a scheduled email starts with its release; when it is canceled, so is the text message', async () => {
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString()
  const [gone, stays] = [await send({ scheduledFor }), await send({ scheduledFor })]
  expect((await read(stays.id))?.due_at).toBe(new Date(Date.parse(scheduledFor) + 600_000).toISOString())
  await decideNow()

  await mail.database.transaction(tx => cancelEmail(tx, mail.live, new Date(), gone.id))
  expect(await read(gone.id)).toMatchObject({ state: 'cancelled', reason: 'The email was canceled.' })
  await sql`update email_progress set scheduled_for = now()`.execute(mail.database.db)
  await releaseScheduled(mail.database, systemClock)
  expect(await waitsSecondsOf(stays.id)).toBeCloseTo(600, -1)
  await decideNow()

  expect((await texts()).map(text => text.fallback_of)).toEqual([stays.id])
})

const waitsSecondsOf = async (id: string) => {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from due_at - now())::float8 as seconds from email_fallbacks where email_id = ${id}`.execute(
    mail.database.db,
  )
  return rows[0]?.seconds
}

test('the text message is canceled with an email that is deleted, or a person who is erased by address or number', async () => {
  const { environmentId } = mail.live
  const deleted = await send()
  const own = { environmentId, at: new Date(), signal: new AbortController().signal }
  await deliver()
  await mail.database.transaction(tx => deleteEmail(tx, mail.live, deleted.id))
  expect(await mail.database.db.selectFrom('email_fallbacks').select('state').execute()).toEqual([])
  const byAddress = await send()
  await deliver()
  await eraseEmailsTo(mail.database, {
    ...{ ...own, email: 'ada@a.example', replaceIn: text => text, replaceInEmails: async () => {} },
  })
  expect((await read(byAddress.id))?.state).toBe('cancelled')
  const byNumber = await send()
  await eraseFallbacksTo(mail.database, { ...own, number })
  await deliver(deferred)

  await decideNow()

  expect(await texts()).toEqual([])
  for (const { id } of [byAddress, byNumber])
    expect(await read(id)).toMatchObject({ state: 'cancelled', reason: 'The recipient was erased.' })
  expect(
    await sql`select from email_fallbacks where sms is not null or to_number is not null`.execute(mail.database.db),
  ).toMatchObject({ rows: [] })
})

test('in test mode the text message waits by the clock of its environment', async () => {
  const email = await send({}, mail.test)
  await deliver(deferred)

  await mail.database.transaction(tx => advanceClock(tx, mail.test, 601))
  await worker().workAll()

  expect(await read(email.id, mail.test)).toMatchObject({ state: 'sent' })
})

test.each(['send', 'give-up'] as const)('in a restored copy the operator decides: %s', async decision => {
  const email = await send()
  await sql`insert into restored_work (kind, environment_id, id) values ('fallback', ${mail.live.environmentId}, ${email.id})`.execute(
    mail.database.db,
  )

  expect(await decideFallbacks(mail.database, decision)).toBe(1)

  expect((await read(email.id))?.state).toBe(decision === 'send' ? 'waiting' : 'failed')
})

test('an email without a fallback shows none', async () => {
  const email = await mail.acceptOne(['ada@a.example'])

  expect(await read(email.id)).toBeUndefined()
  expect((await explained(email.id)).summary).not.toContain('text message')
})
