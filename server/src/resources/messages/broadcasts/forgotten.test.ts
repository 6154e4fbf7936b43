/** A person is erased while a page of a broadcast with them is being created. */

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { readAnalytics } from '#resources/account/analytics/read.ts'
import { lockAccount } from '#resources/account/credits/locked-accounts.ts'
import { erase } from '#resources/audience/erasure/erase.ts'
import { requestErasure } from '#resources/audience/erasure/request.ts'
import { accepted, unanswered } from '#resources/messages/emails/deliver/scripted.fixture.ts'
import { type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type BroadcastFixture, deliverAll, openBroadcastFixture } from './broadcasts.fixture.ts'

let mail: EmailFixture
let fixture: BroadcastFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  fixture = openBroadcastFixture(mail)
})
afterAll(() => mail[Symbol.asyncDispose]())
let [ada, ...others]: string[] = []
beforeEach(async () => {
  await mail.clear()
  await fixture.clear()
  await emptyTables(mail.database.db, 'erasures')
  ;[ada, ...others] = await fixture.addContacts(3)
  await fixture.send(await fixture.create())
  // It has started, and its first page is due.
  await fixture.step(1)
})

const parts = () => ({ database: mail.database, clock: systemClock, signal: new AbortController().signal })
const request = async () => {
  const { environmentId } = mail.live
  const named = { environmentId, email: ada ?? '' }
  const asked = await mail.database.transaction(tx => requestErasure(tx, named, systemClock()))
  return asked ?? expect.fail('nobody to erase')
}
const recipients = async () => {
  const { rows } = await sql<{ to: string }>`select to_addresses[1] as to from emails order by 1`.execute(
    mail.database.db,
  )
  return rows.map(({ to }) => to)
}

test('a person who is erased while a page is being created gets no message from it', async () => {
  const worker = fixture.worker('slow', async () => {
    expect(await erase(parts(), await request())).toBe(true)
  })

  await worker.work()

  expect(await recipients()).toEqual(others)
  expect((await mail.database.db.selectFrom('broadcasts').select('made').executeTakeFirst())?.made).toBe(2)
})

test('an erasure waits for the page of a broadcast that is being written', async () => {
  let [page, erasing]: Promise<unknown>[] = []
  await mail.second.transaction(async tx => {
    // The page waits for this lock, with its messages checked and not committed.
    await lockAccount(tx, mail.live.organizationId)
    page = fixture.worker().work()
    await untilLockWait(mail.database.db)
    const erasure = await request()
    erasing = erase(parts(), erasure)
    await Promise.race([erasing, untilLockWait(mail.database.db, 2)])
  })
  await Promise.all([page, erasing])

  expect(await recipients()).not.toContain(ada)
  expect(await recipients()).toHaveLength(3)
})

test('a broadcast completes when a recipient is erased while their email waits', async () => {
  await fixture.step()
  expect(await erase(parts(), await request())).toBe(true)

  const { copies } = await deliverAll(mail, fixture)
  await fixture.comeDue()
  await fixture.step()

  expect(copies.toSorted()).toEqual(others)
  const { rows } = await sql<{ id: string }>`select id from broadcasts`.execute(mail.database.db)
  const shown = await fixture.read(rows[0] ?? { id: '' })
  expect(shown).toMatchObject({
    state: 'completed',
    figures: { messages: 3, waiting: 0, sent: 2, canceled: 1, credits: 2 },
  })
})

test('a recipient who is erased after the answer was lost counts as sent, not as delayed', async () => {
  await fixture.step()
  await deliverAll(mail, fixture, address => (address === ada ? unanswered : accepted))

  expect(await erase(parts(), await request())).toBe(true)

  const { rows } = await sql<{ id: string }>`select id from broadcasts`.execute(mail.database.db)
  const shown = await fixture.read(rows[0] ?? { id: '' })
  expect(shown.figures).toMatchObject({ messages: 3, waiting: 0, sent: 3, delivered: 2, canceled: 0, credits: 3 })
  const { totals } = await readAnalytics(mail.database.db, mail.live, { accepted: {} })
  expect(totals).toMatchObject({ emails_sent: 3, recipients_reached: 3, emails_delivered: 2 })
  const times = await sql`select from email_progress where sent_at is null`.execute(mail.database.db)
  expect(times.rows).toEqual([])
})
