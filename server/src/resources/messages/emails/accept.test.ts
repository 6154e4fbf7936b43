import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type Accepted, acceptEmails } from './accept.ts'
import { unpack } from './body/pack.ts'
import type { Draft } from './draft.ts'
import { collectWakeUps, draftTo, type EmailFixture, openEmailFixture } from './emails.fixture.ts'
import { cancelEmail } from './later/change-schedule.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())
afterEach(() => mail.expectNothingStuck())

const card = readRateCard(null)
const acceptAll = (requests: readonly { caller?: Caller; drafts: readonly Draft[] }[]) =>
  mail.database.transaction(tx =>
    acceptEmails(
      tx,
      card,
      requests.map(({ caller = mail.live, drafts }) => ({ caller, drafts, now: new Date() })),
    ),
  )
const ledger = async (ids: readonly string[]) =>
  (
    await mail.database.db
      .selectFrom('credit_entries')
      .select(['kind', 'credits'])
      .where('subject_id', 'in', [...ids])
      .execute()
  ).map(({ kind, credits }) => `${kind} ${Number(credits)}`)
const suppress = (email: string, caller = mail.live) => {
  const { environmentId } = caller
  return mail.database.transaction(tx =>
    suppressEach(tx, [{ environmentId, email, reason: 'manual', emailId: null, at: new Date() }]),
  )
}
const rowCount = async () =>
  (await sql<{ count: number }>`select count(*)::integer as count from emails`.execute(mail.database.db)).rows[0]?.count
/** A caller of an organization with this hourly quota. */
const callerWith = async (sendsPerHour: number): Promise<Caller> => {
  const { live, organizationId } = await createCallers(mail.database)
  await sql`update organizations set sends_per_hour = ${sendsPerHour} where id = ${organizationId}`.execute(
    mail.database.db,
  )
  return live
}
const ok = (verdict: readonly Accepted[] | Refusal | undefined): readonly Accepted[] => {
  if (!verdict || verdict instanceof Refusal) throw new Error('refused', { cause: verdict })
  return verdict
}

test('an accepted email is stored, paid for, recorded as an event and due, and workers are woken', async () => {
  await using heard = await collectWakeUps(mail.database)

  const email = await mail.acceptOne(['ada@a.example', 'bob@b.example'])

  expect(await mail.statusOf(email.id)).toBe('processing')
  expect((await mail.deliveriesOf(email.id)).map(one => [one.nth, one.address, one.state, one.due_at])).toEqual([
    [0, 'ada@a.example', 'waiting', expect.any(Date)],
    [1, 'bob@b.example', 'waiting', expect.any(Date)],
  ])
  expect(await ledger([email.id])).toEqual(['email -2'])
  expect(await eventsOf(mail.database, email.id)).toEqual([{ type: 'email.processing', data: { email_id: email.id } }])
  expect(await mail.dueEmails()).toEqual([email.id])
  await vi.waitFor(() => expect(heard.tables).toEqual([`deliveries ${email.environmentId} ${email.id}`]))
})

test('of several emails accepted together, no one is announced: a worker reads them together', async () => {
  await using heard = await collectWakeUps(mail.database)

  await mail.accept([draftTo(['ada@a.example']), draftTo(['bob@b.example'])])

  await vi.waitFor(() => expect(heard.tables).toEqual(['deliveries']))
})

test('a transaction that is rolled back leaves no email, no charge, no event and nothing due', async () => {
  let id = ''
  const undone = mail.database.transaction(async tx => {
    const [verdict] = await acceptEmails(tx, card, [
      { caller: mail.live, drafts: [draftTo(['ada@a.example'])], now: new Date() },
    ])
    id = ok(verdict)[0]?.id ?? ''
    throw new Error('power cut')
  })

  await expect(undone).rejects.toThrow('power cut')

  expect(await rowCount()).toBe(0)
  expect(await ledger([id])).toEqual([])
  expect(await eventsOf(mail.database, id)).toEqual([])
  expect(await mail.dueEmails()).toEqual([])
})

test('a recipient costs what the rate card says, and the same amount is refunded after the card has changed', async () => {
  const dear = { ...card, email: { credits: 2.5 } }
  const draft = { ...draftTo(['ada@a.example', 'bob@b.example']), scheduledFor: '2099-01-01T00:00:00Z' }
  const [email] = await mail.accept([draft], mail.live, dear)
  const id = email?.id ?? ''

  expect(await ledger([id])).toEqual(['email -5'])
  await mail.database.transaction(tx => cancelEmail(tx, mail.live, new Date(), id))

  expect((await ledger([id])).toSorted()).toEqual(['email -5', 'refund 5'])
})

test('an email that can only be captured costs nothing and needs no balance, but counts against the quotas', async () => {
  const caller = await callerWith(2)
  const captured = { ...card, emailsAreCharged: () => false }
  await sql`insert into credit_accounts (organization_id, granted, added, granted_month, hour_start, day_start, month_start)
    values (${caller.organizationId}, 0, 0, date_trunc('month', now()), 'epoch', 'epoch', 'epoch')`.execute(
    mail.database.db,
  )

  const emails = await mail.accept([draftTo(['ada@a.example']), draftTo(['bob@a.example'])], caller, captured)

  expect(await ledger(emails.map(({ id }) => id))).toEqual([])
  await expect(mail.accept([draftTo(['eve@a.example'])], caller, captured)).rejects.toMatchObject({
    cause: { code: 'hourly_quota_exceeded' },
  })
})

test('all fields of the request are stored unchanged', async () => {
  const awkward = ['"quoted, name"@a.example', 'back\\slash@b.example', '{brace}@c.example', 'NULL@d.example']
  const file = {
    filename: 'a.bin',
    type: 'x/y',
    contentId: 'c1',
    inline: true,
    content: Buffer.from([0, 1, 255, 13, 10]),
  }
  const draft = draftTo(awkward, {
    from: { name: 'O\'Brien "Bob"', address: 'Shop@Acme.test' },
    to: awkward.slice(0, 2),
    cc: awkward.slice(2, 3),
    bcc: awkward.slice(3),
    replyTo: ['re@acme.test'],
    html: '<p>Grüße 👋</p>',
    headers: { 'X-One': '1' },
    tags: ['spring', 'a,b', '"'],
    batchId: 'batch 1',
    attachments: [file, { ...file, filename: 'b.bin', contentId: null, inline: false }],
  })

  const [email] = await mail.accept([draft])

  const { db } = mail.database
  const [row] = await db.selectFrom('emails').selectAll().execute()
  expect(row).toMatchObject({
    from_name: 'O\'Brien "Bob"',
    from_address: 'Shop@Acme.test',
    to_addresses: awkward.slice(0, 2),
    cc_addresses: awkward.slice(2, 3),
    bcc_addresses: awkward.slice(3),
    reply_to: ['re@acme.test'],
    headers: { 'X-One': '1' },
    tags: ['spring', 'a,b', '"'],
    batch_id: 'batch 1',
    organization_id: mail.live.organizationId,
    attachments: 2,
  })
  const bodies = await db.selectFrom('email_bodies').select('packed').execute()
  expect(bodies.map(({ packed }) => packed && unpack(packed))).toMatchObject([{ html: '<p>Grüße 👋</p>' }])
  expect((await mail.deliveriesOf(email?.id ?? '')).map(({ address }) => address)).toEqual(awkward)
  const tags = await db.selectFrom('email_tags').select('tag').execute()
  expect(tags.map(({ tag }) => tag).toSorted()).toEqual(['"', 'a,b', 'spring'])
  const files = await db.selectFrom('email_attachments').select(['nth', 'filename', 'content']).orderBy('nth').execute()
  expect(files).toEqual([
    { nth: 0, filename: 'a.bin', content: file.content },
    { nth: 1, filename: 'b.bin', content: file.content },
  ])
})

test('a request that cannot be paid for is refused alone', async () => {
  const poor = await callerWith(1)
  const [before, refused, after] = await acceptAll([
    { drafts: [draftTo(['a@a.example'])] },
    { caller: poor, drafts: [draftTo(['b@a.example', 'c@a.example'])] },
    { drafts: [draftTo(['d@a.example'])] },
  ])

  expect(refused).toMatchObject({ code: 'hourly_quota_exceeded' })
  const emails = [...ok(before), ...ok(after)]
  expect(await rowCount()).toBe(2)
  expect((await mail.dueEmails()).toSorted()).toEqual(emails.map(({ id }) => id).toSorted())
})

test('of several requests from one organization, only those that fit its quota are accepted', async () => {
  const caller = await callerWith(2)

  const verdicts = await acceptAll([1, 2, 3].map(nth => ({ caller, drafts: [draftTo([`${nth}@a.example`])] })))

  expect(verdicts.map(verdict => verdict instanceof Refusal)).toEqual([false, false, true])
})

test('the emails of a batch are accepted or refused together', async () => {
  const caller = await callerWith(2)

  const [refused] = await acceptAll([{ caller, drafts: [1, 2, 3].map(nth => draftTo([`${nth}@a.example`])) }])

  expect(refused).toBeInstanceOf(Refusal)
  expect(await rowCount()).toBe(0)
})

test('lists show the emails of a batch in the order of the request', async () => {
  const drafts = Array.from({ length: 20 }, (_, nth) => draftTo([`${nth}@a.example`], { subject: `Number ${nth}` }))

  const [accepted] = await acceptAll([{ drafts }])

  const byId = ok(accepted).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  expect(byId.map(({ draft }) => draft.subject)).toEqual(drafts.map(({ subject }) => subject))
})

test('64 requests in one transaction are each answered with their own email', async () => {
  const drafts = Array.from({ length: 64 }, (_, nth) => draftTo([`${nth}@a.example`], { subject: `Number ${nth}` }))

  const verdicts = await acceptAll(drafts.map(draft => ({ drafts: [draft] })))

  const emails = verdicts.map(verdict => ok(verdict)[0])
  expect(emails.map(email => email?.draft.subject)).toEqual(drafts.map(({ subject }) => subject))
  expect(new Set(emails.map(email => email?.id)).size).toBe(64)
  expect(await ledger(emails.map(email => email?.id ?? ''))).toHaveLength(64)
  expect(await mail.dueEmails()).toHaveLength(64)
})

test('a suppressed recipient is listed in the answer, gets no email and costs nothing', async () => {
  await suppress('ada@a.example')

  const email = await mail.acceptOne(['ADA@a.example', 'bob@a.example'])

  expect(email).toMatchObject({ status: 'processing', suppressedRecipients: ['ADA@a.example'] })
  expect((await mail.deliveriesOf(email.id)).map(({ state, due_at }) => [state, due_at])).toEqual([
    ['suppressed', null],
    ['waiting', expect.any(Date)],
  ])
  expect(await ledger([email.id])).toEqual(['email -1'])
  expect(await eventsOf(mail.database, email.id)).toEqual([
    { type: 'email.processing', data: { email_id: email.id } },
    {
      type: 'email.suppressed',
      data: { email_id: email.id, recipient: 'ADA@a.example', reason: 'The address is on the suppression list.' },
    },
  ])
})

test('an email whose recipients are all suppressed is accepted, costs nothing and is never due', async () => {
  await suppress('ada@a.example')

  const email = await mail.acceptOne(['ada@a.example'])

  expect(email.status).toBe('suppressed')
  expect(await mail.statusOf(email.id)).toBe('suppressed')
  expect(await ledger([email.id])).toEqual([])
  expect((await mail.delivery(email.id)).due_at).toBeNull()
})

test('a suppression in one environment does not count in another', async () => {
  await suppress('ada@a.example', mail.test)

  expect((await mail.acceptOne(['ada@a.example'])).suppressedRecipients).toEqual([])
})

test('test mode costs nothing, and its magic address for suppressions is suppressed', async () => {
  const email = await mail.acceptOne(['suppressed@example.com', 'ada@a.example'], {}, mail.test)
  const live = await mail.acceptOne(['suppressed@example.com'])

  expect(email.suppressedRecipients).toEqual(['suppressed@example.com'])
  expect(await ledger([email.id])).toEqual([])
  expect(live.suppressedRecipients).toEqual([])
})

test('a scheduled email is paid for now and due later', async () => {
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString()

  const email = await mail.acceptOne(['ada@a.example'], { scheduledFor })

  expect(await mail.statusOf(email.id)).toBe('scheduled')
  expect((await eventsOf(mail.database, email.id)).map(({ type }) => type)).toEqual(['email.scheduled'])
  expect(await ledger([email.id])).toEqual(['email -1'])
  expect((await mail.delivery(email.id)).due_at).toBeNull()
})

test('broadcasts leave out unsubscribed readers, and nobody else', async () => {
  const at = new Date()
  const topic = await mail.database.transaction(tx => createTopic(tx, mail.live, at, { name: 'News' }))
  const asked = [
    { email: 'No@a.example', email_subscribed: false },
    { email: 'notopic@a.example', email_subscribed: true },
  ]
  await mail.database.transaction(tx =>
    createContacts(
      tx,
      asked.map(one => ({ caller: mail.live, asked: one, now: at })),
    ),
  )
  const everybody = ['no@a.example', 'NoTopic@a.example', 'stranger@a.example']
  const excluded = async (special: Partial<Draft>) => (await mail.acceptOne(everybody, special)).suppressedRecipients

  expect(await excluded({})).toEqual([])
  expect(await excluded({ messageStream: 'broadcast' })).toEqual(['no@a.example'])
  expect(await excluded({ messageStream: 'broadcast', topicId: topic.id })).toEqual([
    'no@a.example',
    'NoTopic@a.example',
  ])
})

test('of the emails of one request, broadcasts are taken last', async () => {
  await mail.accept([draftTo(['a@a.example'], { messageStream: 'broadcast' }), draftTo(['b@a.example'])])

  const { emails } = await mail.takeAs('worker', { limit: 1 })

  expect(emails.map(({ messageStream }) => messageStream)).toEqual(['transactional'])
})
