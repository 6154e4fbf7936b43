/** What happens to taken deliveries before anything is sent. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { newId } from '#core/id.ts'
import { Refusal } from '#core/refusal.ts'
import { type Database, openDatabase } from '#postgres/database.ts'
import { readCredits } from '#resources/account/credits/read.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { setMembership } from '#resources/audience/contacts/membership.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { untilLockWait } from '../../../../../testing/locks.ts'
import { planOf } from '../../../../../testing/plans.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { findRecipients, markDots } from '../delivery-store.ts'
import { draftTo, type EmailFixture, openEmailFixture } from '../emails.fixture.ts'
import { applyNews, lockSentEmail } from '../later/later.ts'
import { type PreparedEmails, readUntaken } from './prepare.ts'
import { gate, scripted, unanswered } from './scripted.fixture.ts'

let url: string
let mail: EmailFixture
beforeAll(async () => {
  url = await createTestDatabase(inject('clusterUrl'))
  mail = await openEmailFixture(url, createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())
afterEach(() => mail.expectNothingStuck())

const deliveriesOf = ({ emails }: PreparedEmails) => emails.flatMap(({ deliveries }) => deliveries)
const addressesOf = (prepared: PreparedEmails) => deliveriesOf(prepared).map(({ address }) => address)
const typesOf = async (id: string) => (await eventsOf(mail.database, id)).map(({ type }) => type)

/** A worker takes what is due, and ends between the final dot and the answer. */
const dieAfterDot = async (workerId: string) => {
  await markDots(mail.database.db, deliveriesOf(await mail.takeAs(workerId)))
  await mail.dead(workerId)
}

test('a message that a worker held when it died after the final dot is sent once more as a possible duplicate', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  await dieAfterDot('dead')

  const taken = await mail.takeAs('b')

  expect(addressesOf(taken)).toEqual(['ada@a.example'])
  expect(await mail.delivery(email.id)).toMatchObject({ doubts: 1, crashes: 1, dot: false, held_by: 'b' })
  const [, possible] = await eventsOf(mail.database, email.id)
  expect(possible).toMatchObject({
    type: 'email.possible_duplicate',
    data: { email_id: email.id, recipient: 'ada@a.example', reason: expect.any(String) },
  })
})

/** A database whose first commit succeeds, but the answer is lost. */
function withLostCommit(): Database {
  let isLost = false
  return {
    ...mail.database,
    async transaction(work) {
      const result = await mail.database.transaction(work)
      if (isLost) return result
      isLost = true
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    },
  }
}

test('a doubt is counted and recorded once, even when the answer to its commit is lost', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  await dieAfterDot('dead')

  await mail.takeAs('b', { from: withLostCommit() })

  expect(await mail.delivery(email.id)).toMatchObject({ doubts: 1, dot: false })
  expect(await typesOf(email.id)).toEqual(['email.processing', 'email.possible_duplicate'])
})

test('after two lost answers a delivery ends as unconfirmed, and there is no third copy', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  await dieAfterDot('dead 1')
  await dieAfterDot('dead 2')
  await mail.comeDue()
  const far = scripted()

  await mail.run(mail.openChannel([far]))

  expect(far.copies).toEqual([])
  expect(await mail.statusOf(email.id)).toBe('sent')
  const events = await eventsOf(mail.database, email.id)
  expect(events.map(({ type }) => type)).toEqual(['email.processing', 'email.possible_duplicate', 'email.unconfirmed'])
  expect(events[2]?.data).toMatchObject({
    recipient: 'ada@a.example',
    reason: expect.stringContaining('may or may not have arrived'),
  })
})

test('two answers lost while the worker lives count the same, at once', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const far = scripted(() => unanswered)
  const worker = mail.openChannel([far])

  await mail.run(worker)
  await mail.comeDue()
  await mail.run(worker)

  expect(far.copies).toEqual(['ada@a.example', 'ada@a.example'])
  expect(await mail.statusOf(email.id)).toBe('sent')
  expect(await mail.delivery(email.id)).toMatchObject({ attempts: 2, due_at: null, dot: false })
  expect(await typesOf(email.id)).toEqual([
    'email.processing',
    'email.delivery_delayed',
    'email.possible_duplicate',
    'email.unconfirmed',
  ])
})

test('later news settles an unconfirmed delivery', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  await dieAfterDot('dead 1')
  await dieAfterDot('dead 2')
  await mail.comeDue()
  await mail.run(mail.openChannel([scripted()]))

  const isNew = await mail.database.transaction(async tx => {
    const departed = await lockSentEmail(tx, email.id)
    return departed && applyNews(tx, departed, [{ nth: 0, news: { kind: 'delivered', reply: '250 Ok' } }], new Date())
  })

  expect(isNew).toBe(true)
  expect(await mail.statusOf(email.id)).toBe('delivered')
})

test.each([
  ['it has no time left', sql`update deliveries set give_up_at = now(), attempts = 1`],
  [
    'its recipient was suppressed since',
    sql`insert into suppressions (environment_id, id, email, reason, created_at)
    select environment_id, gen_random_uuid(), address, 'manual', now() from deliveries`,
  ],
])('a message that may have arrived is neither failed nor refunded: %s', async (_, change) => {
  const email = await mail.acceptOne(['ada@a.example'])
  const consumed = async () => (await readCredits(mail.database.db, mail.live, new Date())).emailConsumed
  const before = await consumed()
  await dieAfterDot('dead')
  await change.execute(mail.database.db)

  await mail.run(mail.openChannel([scripted()]))

  expect(await mail.statusOf(email.id)).toBe('sent')
  expect((await typesOf(email.id)).at(-1)).toBe('email.unconfirmed')
  expect(await consumed()).toBe(before)
})

test('an address that was suppressed after the email was accepted gets no copy', async () => {
  const email = await mail.acceptOne(['ada@a.example', 'bob@a.example'])
  const { environmentId } = mail.live
  const entry = { environmentId, email: 'ADA@a.example', reason: 'manual' as const, emailId: null, at: new Date() }
  await mail.database.transaction(tx => suppressEach(tx, [entry]))
  const far = scripted()

  await mail.run(mail.openChannel([far]))

  expect(far.copies).toEqual(['bob@a.example'])
  expect((await mail.deliveriesOf(email.id)).map(({ state }) => state)).toEqual(['suppressed', 'delivered'])
  expect(await mail.statusOf(email.id)).toBe('delivered')
})

test('recipients that were suppressed after the email was accepted are refunded, once', async () => {
  const email = await mail.acceptOne(['ada@a.example', 'bob@a.example', 'eve@a.example'])
  const { environmentId, organizationId } = mail.live
  const entry = (name: string) => ({
    environmentId,
    email: `${name}@a.example`,
    reason: 'manual' as const,
    emailId: null,
    at: new Date(),
  })
  const consumed = async () => (await readCredits(mail.database.db, { organizationId }, new Date())).emailConsumed
  const before = await consumed()
  await mail.database.transaction(tx => suppressEach(tx, ['ada', 'bob', 'eve'].map(entry)))

  await mail.run(mail.openChannel([scripted()]))

  expect(await mail.statusOf(email.id)).toBe('suppressed')
  expect(before - (await consumed())).toBe(3)
})

test('a reader who left one topic still gets the broadcast of another in the same batch', async () => {
  const { database, live } = mail
  const now = new Date()
  const [news, offers] = await database.transaction(async tx => [
    await createTopic(tx, live, now, { name: 'News' }),
    await createTopic(tx, live, now, { name: 'Offers' }),
  ])
  const asked = { email: 'reader@a.example' }
  const [contact] = await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now }]))
  if (!contact || contact instanceof Refusal) throw new Error('the contact was not created')
  const membership = { contactId: contact.id, topicId: news?.id ?? '', subscribed: true }
  await database.transaction(tx => setMembership(tx, live, now, membership))
  const broadcast = (topicId = '') => draftTo(['reader@a.example'], { messageStream: 'broadcast', topicId })
  const [fromNews] = await mail.accept([broadcast(news?.id)])
  const [fromOffers] = await mail.accept([broadcast(offers?.id)])
  expect([fromNews?.status, fromOffers?.status]).toEqual(['processing', 'suppressed'])
  // As if the reader had left after both were accepted.
  await sql`update deliveries set state = 'waiting', due_at = now() where email_id = ${fromOffers?.id}`.execute(
    database.db,
  )

  const { emails, ended } = await mail.takeAs('a')

  expect(emails.map(({ emailId }) => emailId)).toEqual([fromNews?.id])
  expect(ended.map(({ delivery, as }) => [delivery.emailId, as])).toEqual([[fromOffers?.id, 'suppressed']])
})

test('a delivery that was tried and has no time left fails without another attempt', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  await sql`update deliveries set give_up_at = now(), attempts = 3, state = 'delayed'`.execute(mail.database.db)
  const far = scripted()

  await mail.run(mail.openChannel([far]))

  expect(far.begun).toEqual([])
  expect(await mail.statusOf(email.id)).toBe('failed')
})

test('a delivery that was never tried, because no worker ran for days, still gets its attempt', async () => {
  await mail.acceptOne(['ada@a.example'])
  await sql`update deliveries set give_up_at = now()`.execute(mail.database.db)
  const far = scripted()

  await mail.run(mail.openChannel([far]))

  expect(far.copies).toEqual(['ada@a.example'])
})

/** Blocks reading the content of emails. */
async function holdContent(): Promise<AsyncDisposable & { letGo(): Promise<void> }> {
  const [begun, ended] = [gate(), gate()]
  const transaction = mail.second.transaction(async tx => {
    await sql`lock table emails in access exclusive mode`.execute(tx)
    begun.open()
    await ended.passed
  })
  await begun.passed
  const letGo = async () => {
    ended.open()
    await transaction
  }
  return { letGo, [Symbol.asyncDispose]: letGo }
}

test('a slow read of the content does not count as a crash of the worker', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  await using impatient = openDatabase({ url, queryTimeoutMs: 300 })
  const far = scripted()
  await using held = await holdContent()
  await using _worker = await mail.start(mail.openChannel([far], { database: impatient }))

  await vi.waitFor(async () => expect((await mail.delivery(email.id)).held_by).not.toBeNull())
  const { token } = await mail.delivery(email.id)
  await vi.waitFor(async () => expect((await mail.delivery(email.id)).token).not.toBe(token), { timeout: 10_000 })
  await held.letGo()

  await vi.waitFor(async () => expect(await mail.statusOf(email.id)).toBe('delivered'), { timeout: 10_000 })
  expect(far.copies).toEqual(['ada@a.example'])
  expect(await mail.delivery(email.id)).toMatchObject({ attempts: 1, crashes: 0, failures: 0 })
})

test('a worker that stops while it reads the content begins nothing, and others can take it at once', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const far = scripted()
  const ended = gate()
  const channel = mail.openChannel([far])
  const work: typeof channel.work = (...given) => channel.work(...given).finally(ended.open)
  await using held = await holdContent()
  const worker = await mail.start({ ...channel, work })
  await untilLockWait(mail.database.db)

  await worker[Symbol.asyncDispose]()
  expect(await mail.dueEmails()).toEqual([email.id])
  await held.letGo()
  await ended.passed

  expect(far.begun).toEqual([])
  expect(await mail.delivery(email.id)).toMatchObject({ held_by: null, attempts: 0, crashes: 0, dot: false })
})

test('of an email that is not taken yet the same is known: its content, and who of its recipients is suppressed', async () => {
  const { environmentId } = mail.live
  const email = await mail.acceptOne(['ada@a.example', 'bob@a.example'])
  await mail.database.transaction(tx =>
    suppressEach(tx, [{ environmentId, email: 'bob@a.example', reason: 'manual', emailId: null, at: new Date() }]),
  )

  const found = await readUntaken(mail.database.db, { environmentId, emailId: email.id })

  expect(found.emails).toEqual([expect.objectContaining({ emailId: email.id, content: expect.anything() })])
  expect([...found.suppressed]).toEqual([expect.stringContaining('bob@a.example')])
  await mail.takeAs('a')
})

test('its recipients are read by their key, also by a plan that was made for an empty table', async () => {
  const key = { environmentId: mail.live.environmentId, emailId: newId(new Date()) }
  expect(await planOf(mail.database.db, db => findRecipients(db, key))).toContain('deliveries_pkey')
})
