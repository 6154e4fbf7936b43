import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { changeRetention } from '#resources/account/retention/change.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { planOf } from '../../../../../testing/plans.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { findWaitingTotals } from '../../explain/waits.ts'
import { accepted, deferred, gate, scripted, unknownMailbox } from '../deliver/scripted.fixture.ts'
import type { Draft } from '../draft.ts'
import { draftTo, type EmailFixture, openEmailFixture } from '../emails.fixture.ts'
import { toWireEmail } from '../wire.ts'
import { readRaw } from './raw.ts'
import { emailReader, explainEmail, readEmails, readWorkflow } from './read.ts'
import type { EmailFilters } from './read-store.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())

const list = async (filters: EmailFilters, caller: Caller = mail.live) =>
  (await readEmails(mail.database.db, caller, { limit: 50, before: undefined }, filters)).map(({ subject }) => subject)
const named = (subject: string, special: Partial<Draft> = {}, recipients = ['ada@a.example']) =>
  mail.acceptOne(recipients, { subject, ...special })

test('an email is read with its events, in order', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  await mail.run(mail.openChannel([scripted()]))

  const read = await emailReader(mail.database.db)(mail.live, email.id)

  expect(read).toMatchObject({ id: email.id, status: 'delivered', to: ['ada@a.example'], openCount: 0 })
  expect(read.events.map(({ type }) => type)).toEqual(['processing', 'sent', 'delivered'])
})

test('emails that are read together are not mixed up', async () => {
  const emails = await mail.accept(Array.from({ length: 20 }, (_, nth) => draftTo([`${nth}@a.example`])))
  const read = emailReader(mail.database.db)

  const found = await Promise.all(emails.map(({ id }) => read(mail.live, id)))

  expect(found.map(({ to }) => to)).toEqual(emails.map(({ draft }) => draft.to))
  for (const { events, id } of found) expect(events.map(event => event.subjectId)).toEqual([id])
})

test('an email that is read several times at once has each event once', async () => {
  const { id } = await mail.acceptOne(['ada@a.example'])
  const read = emailReader(mail.database.db)

  // The first is alone in its query, the others share one.
  const found = await Promise.all([1, 2, 3].map(() => read(mail.live, id)))

  expect(found.map(({ events }) => events.length)).toEqual([1, 1, 1])
})

test('the email of another environment does not exist', async () => {
  const { id } = await mail.acceptOne(['ada@a.example'])
  const compose = async () => Buffer.from('')

  await expect(emailReader(mail.database.db)(mail.test, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(readWorkflow(mail.database.db, mail.test, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(readRaw({ db: mail.database.db, compose }, mail.test, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await list({}, mail.test)).toEqual([])
})

test('the backlog of others at the same destination is not shown', async () => {
  const [mine] = await mail.accept([draftTo(['ada@a.example']), draftTo(['bob@a.example'])])
  await mail.accept([draftTo(['eve@a.example'])], mail.test)
  await sql`update deliveries set waits_for = 'direct a.example'`.execute(mail.database.db)

  const { waiting } = await explainEmail(mail.database.db, mail.database.db, mail.live, mine?.id ?? '')

  expect(waiting).toMatchObject({ behind: 1 })
  const totals = await findWaitingTotals(mail.database.db, 'email', mail.live.environmentId)
  expect(totals).toEqual([
    { waitsFor: 'direct a.example', count: 2, failingSince: null, failures: 0, lastReply: null, cap: null },
  ])
})

test('a bounce at a test address, which is never suppressed, does not claim that nothing more is sent', async () => {
  const sent = await mail.accept([draftTo(['bounced@example.com']), draftTo(['Gone@a.example'])])
  await mail.run(mail.openChannel([scripted(() => unknownMailbox)]))

  const [atTest = '', real = ''] = await Promise.all(
    sent.map(async ({ id }) => (await explainEmail(mail.database.db, mail.database.db, mail.live, id)).summary),
  )

  expect(atTest).toContain('There is no such mailbox. Check the address for a typo.')
  expect(real).toContain('Nothing more is sent to this address.')
})

test('each filter finds its emails, newest first', async () => {
  await named('sender', { from: { name: null, address: 'Other@Acme.test' } })
  await named('to', {}, ['bob@b.example'])
  await named('bcc', { to: ['x@a.example'], bcc: ['Bob@b.example'] }, ['x@a.example', 'Bob@b.example'])
  const tagged = await named('tag', { tags: ['spring', 'sale'] })
  await named('batch', { batchId: 'b1' })
  const template = newId(new Date())
  await named('template', { templateId: template })
  await named('later', { scheduledFor: '2999-01-01T00:00:00Z' })

  expect(await list({ from: 'other@acme.test' })).toEqual(['sender'])
  expect(await list({ to: 'BOB@b.example' })).toEqual(['bcc', 'to'])
  expect(await list({ tag: 'sale' })).toEqual(['tag'])
  expect(await list({ batchId: 'b1' })).toEqual(['batch'])
  expect(await list({ templateId: template })).toEqual(['template'])
  expect(await list({ templateId: 'nonsense' })).toEqual([])
  expect(await list({ status: 'scheduled' })).toEqual(['later'])
  expect(await list({ tag: 'sale', to: 'bob@b.example' })).toEqual([])

  const moment = tagged.createdAt.toISOString().slice(0, -1)
  expect(await list({ createdBefore: `${moment}Z` })).not.toContain('tag')
  expect(await list({ createdBefore: `${moment}001Z` })).toContain('tag')
  expect(await list({ createdAfter: `${moment}Z` })).not.toContain('tag')
  expect(await list({ createdAfter: new Date(tagged.createdAt.getTime() - 1).toISOString() })).toContain('tag')
  expect(await list({ createdBefore: '0001-01-01T00:00:00Z' })).toEqual([])
  expect(await list({ createdAfter: '9999-12-31T23:59:59.999999999Z' })).toEqual([])
})

test('the list for one recipient filters by time and continues from page to page, each email once', async () => {
  const emails = await mail.accept(
    Array.from({ length: 5 }, () => draftTo(['ada@a.example', 'bob@b.example', 'Bob@B.example'])),
  )
  const ids = emails
    .map(({ id }) => id)
    .toSorted()
    .toReversed()
  const to = async (filters: EmailFilters, before?: string) => {
    const page = { limit: 2, before }
    const found = await readEmails(mail.database.db, mail.live, page, { to: 'bob@b.example', ...filters })
    return found.map(({ id }) => id)
  }

  expect(await to({})).toEqual(ids.slice(0, 3))
  expect(await to({}, ids[1])).toEqual(ids.slice(2))
  const moment = emails[0]?.createdAt.toISOString().slice(0, -1)
  expect(await to({ createdBefore: `${moment}Z` })).toEqual([])
  expect(await to({ createdBefore: `${moment}001Z` })).toEqual(ids.slice(0, 3))
  expect(await to({ createdAfter: `${moment}Z` })).toEqual([])
  expect(await to({ createdAfter: new Date(Date.parse(`${moment}Z`) - 1).toISOString() })).toEqual(ids.slice(0, 3))
  expect(await to({ createdAfter: '2000-01-01T00:00:00Z', status: 'processing' })).toEqual(ids.slice(0, 3))
})

test('the list for a recipient of many emails reads only those of the page', async () => {
  const { live, database } = mail
  await sql`
    insert into deliveries (environment_id, email_id, nth, address, state, give_up_at)
    select ${live.environmentId}, gen_random_uuid(), 0, case when nth % 10 = 0 then 'ada@a.example' else nth || '@b.example' end,
      'delivered', now()
    from generate_series(1, 5000) as nth`.execute(database.db)
  await sql`vacuum analyze deliveries`.execute(database.db)

  const plan = await planOf(database.slowReads(live.environmentId), db =>
    readEmails(db, live, { limit: 20, before: undefined }, { to: 'ada@a.example' }),
  )

  expect(plan).toContain('deliveries_by_address')
  expect(plan).not.toMatch(/Sort {2}|Merge Join|Hash/)
})

test('pages follow one another without gaps or duplicates', async () => {
  const emails = await mail.accept(Array.from({ length: 7 }, (_, nth) => draftTo([`${nth}@a.example`])))
  const seen: string[] = []
  for (let before: string | undefined; ; before = seen.at(-1)) {
    const rows = await readEmails(mail.database.db, mail.live, { limit: 3, before }, {})
    seen.push(...rows.slice(0, 3).map(({ id }) => id))
    if (rows.length <= 3) break
  }

  expect(seen).toEqual(
    emails
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
})

test('a workflow shows its state: waiting, running, deferred, done', async () => {
  const email = await mail.acceptOne(['ada@a.example'])
  const workflow = () => readWorkflow(mail.database.db, mail.live, email.id)
  expect(await workflow()).toMatchObject({ status: 'processing', attempts: 0, running: false, dueAt: null })

  const answer = gate()
  const running = mail.run(mail.openChannel([scripted(() => answer.passed.then(() => deferred))]))
  await expect.poll(async () => (await workflow()).running).toBe(true)
  answer.open()
  await running
  expect(await workflow()).toMatchObject({
    status: 'delivery_delayed',
    attempts: 1,
    running: false,
    dueAt: expect.any(Date),
  })

  await mail.comeDue()
  await mail.run(mail.openChannel([scripted()]))
  expect(await workflow()).toMatchObject({ status: 'delivered', attempts: 2, running: false, dueAt: null })
})

test('content is shown while it is kept or its email is open, and then reported as deleted', async () => {
  const [old, open] = [await mail.acceptOne(['ada@a.example']), await mail.acceptOne(['bea@a.example'])]
  await mail.run(mail.openChannel([scripted(address => (address.startsWith('bea') ? deferred : accepted))]))
  const textOf = async ({ id }: { id: string }) => {
    const email = await emailReader(mail.database.db)(mail.live, id)
    const { text, content_deleted } = toWireEmail(email, null)
    return [text, content_deleted]
  }
  await sql`update emails set created_at = now() - interval '29 days'`.execute(mail.database.db)
  expect(await textOf(old)).toEqual(['It is on its way.', undefined])

  await sql`update emails set created_at = now() - interval '31 days'`.execute(mail.database.db)

  expect(await textOf(old)).toEqual([undefined, true])
  expect(await textOf(open)).toEqual(['It is on its way.', undefined])
  const compose = async () => Buffer.alloc(0)
  await expect(readRaw({ db: mail.database.db, compose }, mail.live, old.id)).rejects.toThrow('not kept any more')

  await mail.database.transaction(tx => changeRetention(tx, mail.live.environmentId, { bodies: 60 }))
  expect(await textOf(old)).toEqual(['It is on its way.', undefined])
  await mail.database.transaction(tx => changeRetention(tx, mail.live.environmentId, { bodies: null, messages: null }))
  expect(await textOf(old)).toEqual(['It is on its way.', undefined])
  await mail.database.transaction(tx => changeRetention(tx, mail.live.environmentId, { bodies: 0 }))
  expect([await textOf(old), await textOf(open)]).toEqual([
    [undefined, true],
    ['It is on its way.', undefined],
  ])
})
