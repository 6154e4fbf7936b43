import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { sumUp } from '#resources/account/analytics/sum-up.ts'
import { readTopTags } from '#resources/account/analytics/top-tags.ts'
import { findSuppressed } from '#resources/audience/suppressions/read.ts'
import { unsubscribe } from '#resources/audience/unsubscribe/preferences.ts'
import type { FetchContent } from '#resources/messages/emails/body/outside-content.ts'
import { accepted, scripted } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { draftTo, type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { applyNews, lockSentEmail } from '#resources/messages/emails/later/later.ts'
import { contentFetcher } from '#resources/messages/emails/outside/fetch.ts'
import { keepOutside } from '#resources/messages/emails/outside/keep.ts'
import { emailReader } from '#resources/messages/emails/read/read.ts'
import { folderStore } from '#transports/objects/folder.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { eventsOf } from '../../../../testing/events.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { erase } from './erase.ts'
import { ada, bob, number, seedPersonData, tracesOf, written } from './person.fixture.ts'
import { readErasure } from './read.ts'
import { requestErasure } from './request.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(async () => {
  await mail.clear()
  await emptyTables(
    mail.database.db,
    `contacts, sms, sms_progress, sms_pieces, workflow_runs, workflow_run_steps, idempotency_keys, erasures,
    webhook_deliveries, destinations, email_stats, email_minutes, erased_suppressions, erased_opt_outs`,
  )
})

const request = (named: Parameters<typeof requestErasure>[1]) =>
  mail.database.transaction(tx => requestErasure(tx, named, systemClock()))
const byId = (id: string) => request({ environmentId: mail.live.environmentId, id })
const parts = (signal = new AbortController().signal) => ({ database: mail.database, clock: systemClock, signal })
const name = [ada, number, 'ada%2bnews', 'augusta']

/** Statistics: an erasure must not change them. */
async function figures() {
  const { rows } = await sql`
    select (select sum(emails_sent) from email_stats) as sent, (select count(*) from emails) as emails,
      (select count(*) from sms) as sms, (select count(*) from workflow_runs) as runs,
      (select sum(emails_delivered) from email_stats) as delivered`.execute(mail.database.db)
  return rows[0]
}

test('everything that names a person is deleted, except the hash that blocks mail to them', async () => {
  const { contact, alone, shared, sharedLater, mention, ...open } = await seedPersonData(mail)
  const before = await figures()
  expect((await tracesOf(mail, ...name)).length).toBeGreaterThan(25)

  const erasure = await byId(contact.id)
  expect(await readErasure(mail.database.db, mail.live, erasure?.id ?? '')).toMatchObject({ finishedAt: null })
  const isFinished = await erase(parts(), erasure as NonNullable<typeof erasure>)

  expect(isFinished).toBe(true)
  expect(await tracesOf(mail, ...name, 'lovelace', '203.0.113.7')).toEqual([])
  expect(await readErasure(mail.database.db, mail.live, erasure?.id ?? '')).toMatchObject({
    contactId: contact.id,
    finishedAt: expect.any(Date),
  })
  const { environmentId } = mail.live
  expect((await findSuppressed(mail.database.db, [{ environmentId, email: written }])).size).toBe(1)
  expect(await figures()).toEqual(before)
  expect(await mail.statusOf(alone.id)).toBe('delivered')
  expect(await mail.statusOf(open.scheduled.id)).toBe('canceled')
  expect(await mail.statusOf(open.due.id)).toBe('canceled')
  expect(await mail.statusOf(open.delayed.id)).toBe('canceled')
  expect(await mail.statusOf(sharedLater.id)).toBe('scheduled')
  const texts = await mail.database.db.selectFrom('sms_progress').select('status').orderBy('status').execute()
  expect(texts.map(({ status }) => status)).toEqual(['canceled', 'canceled', 'processing', 'received'])
  expect(await eventsOf(mail.database, contact.id)).toMatchObject([{ type: 'contact.deleted' }])
  await mail.expectNothingStuck()
})

test('other recipients keep their messages, and nothing is sent to the erased person', async () => {
  const { contact, shared, mention } = await seedPersonData(mail)
  const wire = scripted()

  await erase(parts(), (await byId(contact.id)) as NonNullable<Awaited<ReturnType<typeof byId>>>)
  await mail.comeDue()
  await mail.run(mail.openChannel([wire]))

  expect(wire.copies).toEqual([])
  const read = emailReader(mail.database.db)
  const told = await Promise.all([shared, mention].map(({ id }) => read(mail.live, id)))
  expect(told.map(({ id, to, subject, text }) => ({ id, to, subject, text }))).toEqual([
    ...[{ id: shared.id, to: [bob, 'erased@erased.invalid'], subject: 'Bob and erased@erased.invalid' }].map(one => ({
      ...one,
      text: 'For bob and erased@erased.invalid.',
    })),
    { id: mention.id, to: [bob], subject: 'New: erased@erased.invalid', text: 'Line\nerased@erased.invalid' },
  ])
  expect(told[1]?.html).toMatch(/^<p>All the news\. .* erased@erased\.invalid<\/p>$/)
  const [file] = await mail.database.db.selectFrom('email_attachments').select('content').execute()
  expect(file?.content.toString()).toBe('bob, erased@erased.invalid')
  expect(await mail.delivery(shared.id, 0)).toMatchObject({ address: bob, state: 'delivered' })
  expect((await eventsOf(mail.database, shared.id)).find(({ data }) => data.recipient === bob)?.data).toMatchObject({
    reply: `250 <${bob}> Ok`,
  })
})

test('interrupted anywhere and restarted, an erasure ends the same', async () => {
  const { contact } = await seedPersonData(mail)
  const erasure = (await byId(contact.id)) as NonNullable<Awaited<ReturnType<typeof byId>>>

  let interruptions = 0
  for (let looks = 1; ; looks++) {
    const signal = {
      throwIfAborted: () => {
        if (--left < 0) throw new Error('interrupted')
      },
    } as AbortSignal // as: the only method used
    let left = looks
    try {
      if (await erase(parts(signal), erasure)) break
    } catch {
      interruptions++
    }
  }

  expect(interruptions).toBeGreaterThan(10)
  expect(await tracesOf(mail, ...name)).toEqual([])
  await mail.expectNothingStuck()
})

test('a second run changes nothing, and a second request returns the same erasure', async () => {
  const { contact } = await seedPersonData(mail)
  const erasure = (await byId(contact.id)) as NonNullable<Awaited<ReturnType<typeof byId>>>
  expect(await byId(contact.id)).toEqual(erasure)
  await erase(parts(), erasure)
  const dump = async () =>
    (
      await sql`select md5(string_agg(t::text, '' order by t::text)) as all from (
      select e::text from emails e union all select d::text from deliveries d union all select v::text from events v
      union all select s::text from sms s union all select x::text from erasures x) as t`.execute(mail.database.db)
    ).rows
  const before = await dump()

  expect(await erase(parts(), erasure)).toBe(true)

  expect(await dump()).toEqual(before)
  expect((await byId(contact.id))?.id).toBe(erasure.id)
})

test('a text message that may have left counts as sent, one that was canceled does not', async () => {
  const { text, laterText } = await seedPersonData(mail)
  const [left, canceled] = [text, laterText].map(([one]) => String(Object(one).id))
  await sql`update sms_progress set attempts = 1, submitting = true where sms_id = ${left}`.execute(mail.database.db)
  const erasure = await request({ environmentId: mail.live.environmentId, number })

  await erase(parts(), erasure as NonNullable<typeof erasure>)

  const { rows } = await sql`
    select sms_id as id, status, sent_at is not null as sent from sms_progress
    where status in ('sent', 'canceled') order by status`.execute(mail.database.db)
  expect(rows).toEqual([
    { id: canceled, status: 'canceled', sent: false },
    { id: left, status: 'sent', sent: true },
  ])
})

test('an erasure waits for messages that a worker holds and then erases them', async () => {
  const email = await mail.acceptOne([written])
  const { environmentId } = mail.live
  await mail.takeAs('worker')
  const erasure = (await request({ environmentId, email: written })) as NonNullable<Awaited<ReturnType<typeof request>>>

  expect(await erase(parts(), erasure)).toBe(false)
  expect(await mail.delivery(email.id)).toMatchObject({ address: written, state: 'waiting' })
  await mail.dead('worker')

  expect(await erase(parts(), erasure)).toBe(true)
  expect(await tracesOf(mail, ada)).toEqual([])
  const { rows } = await sql`select from jobs where task = 'erase_person'`.execute(mail.database.db)
  expect(rows).toHaveLength(2)
})

test('a person without a contact is erased by address or number; longer addresses and numbers are not', async () => {
  const { environmentId } = mail.live
  const other = await mail.acceptOne([`x.${ada}`], { text: `x.${ada} and ${ada}.uk and ${number}5` })
  await mail.acceptOne([ada])

  for (const named of [
    { environmentId, email: written },
    { environmentId, number },
  ]) {
    const erasure = await request(named)
    expect(await erase(parts(), erasure as NonNullable<typeof erasure>)).toBe(true)
  }

  expect(await mail.delivery(other.id)).toMatchObject({ address: `x.${ada}`, state: 'waiting' })
  expect(await emailReader(mail.database.db)(mail.live, other.id)).toMatchObject({
    text: `x.${ada} and ${ada}.uk and ${number}5`,
  })
})

test('tags that write one address in several ways are erased from the statistics, whose sums stay', async () => {
  const tags = [`user:${written}`, `user:${ada}`, `user:${ada.replace('@', '%40')}`]
  await mail.acceptOne([ada], { tags })
  await mail.run(mail.openChannel([scripted(() => accepted)]))
  const { environmentId } = mail.live
  const sum = async () => {
    await sumUp(mail.database)
    return (await readTopTags(mail.database.db, environmentId, {})).map(one => one.sent)
  }
  expect(await sum()).toEqual([1, 1, 1])
  const erasure = await request({ environmentId, email: ada })

  expect(await erase(parts(), erasure as NonNullable<typeof erasure>)).toBe(true)

  expect(await tracesOf(mail, ...name)).toEqual([])
  expect(await sum()).toEqual([1, 1, 1])
})

test('another environment keeps its data and cannot erase anybody here', async () => {
  const { contact } = await seedPersonData(mail)
  const before = await tracesOf(mail, ada)

  expect(await request({ environmentId: mail.test.environmentId, id: contact.id })).toBeUndefined()
  const erasure = await request({ environmentId: mail.test.environmentId, email: written })
  await erase(parts(), erasure as NonNullable<typeof erasure>)

  const shared = ['destinations.last_reply', 'jobs.last_error', 'jobs.payload']
  expect(await tracesOf(mail, ada)).toEqual(before.filter(trace => !shared.includes(trace)))
  await expect(readErasure(mail.database.db, mail.live, erasure?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
})

test('later reports about an erased person name nobody and add nobody to a list', async () => {
  const email = await mail.acceptOne([written])
  await mail.run(mail.openChannel([scripted()]))
  await sql`update deliveries set state = 'sent' where email_id = ${email.id}`.execute(mail.database.db)
  const { environmentId } = mail.live
  const erasure = await request({ environmentId, email: written })
  await erase(parts(), erasure as NonNullable<typeof erasure>)
  const news = {
    kind: 'bounced',
    reply: `550 <${written}> is gone`,
    bounce: 'unknown_mailbox',
    suppress: true,
  } as const

  await mail.database.transaction(async tx => {
    const departed = await lockSentEmail(tx, email.id)
    if (departed) await applyNews(tx, departed, [{ nth: 0, news }], systemClock())
    expect(
      await unsubscribe(tx, { environmentId, emailId: email.id, nth: 0 }, { method: 'one_click' }, systemClock()),
    ).toBe(false)
  })

  expect(await mail.statusOf(email.id)).toBe('bounced')
  expect(await tracesOf(mail, ada)).toEqual([])
  const { rows } = await sql`select from suppressions union all select from contacts`.execute(mail.database.db)
  expect(rows).toEqual([])
})

test('contents outside the database name nobody either, including emails to others, wherever a worker stopped', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-erasure-'))
  using _ = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
  const objects = folderStore(folder)
  const { db } = mail.database
  const keep = keepOutside({ db, objects, clock: systemClock, over: 1024 })
  const says = (text: string) => `<p>${text}</p>${randomBytes(2_000).toString('base64')}`
  const content = Buffer.from(`${written}\n${randomBytes(2_000).toString('base64')}`)
  const file = { filename: 'a.txt', type: 'text/plain', contentId: null, inline: false, content }
  const drafts = [
    draftTo([bob, written], { html: says(`Dear ${written}`), text: null, attachments: [file] }),
    draftTo([bob], { html: says(`${written} says hello`), text: null }),
    draftTo([bob], { html: says('Nothing about anybody'), text: null }),
  ]
  const emails = await mail.accept(await keep(mail.live, drafts))
  const fetchContent = contentFetcher(objects)
  let fetched = 0
  const stopping = new AbortController()
  const interrupted: FetchContent = one => {
    if (++fetched === 2) stopping.abort()
    return fetchContent(one)
  }
  const erasure = await request({ environmentId: mail.live.environmentId, email: written })
  const key = erasure as NonNullable<typeof erasure>
  await expect(erase({ ...parts(stopping.signal), fetchContent: interrupted }, key)).rejects.toThrow('aborted')

  expect(await erase({ ...parts(), fetchContent }, key)).toBe(true)

  const read = emailReader(db, { fetchContent })
  const html = await Promise.all(emails.map(async ({ id }) => (await read(mail.live, id)).html ?? ''))
  expect(html.filter(one => one.toLowerCase().includes(ada))).toEqual([])
  expect(html[1]).toContain('says hello')
  expect(html[2]).toBe(drafts[2]?.html)
  const { rows } = await sql<{ content: Buffer }>`select content from email_attachments`.execute(db)
  expect(`${rows[0]?.content}`.length).toBeGreaterThan(2_000)
  expect(`${rows[0]?.content}`.toLowerCase()).not.toContain(ada)
  const { rows: uses } = await sql`select from outside_uses`.execute(db)
  expect(uses).toHaveLength(1)
})
