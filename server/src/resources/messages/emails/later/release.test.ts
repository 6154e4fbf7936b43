import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { untilLockWait } from '../../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { retrySchedule } from '../deliver/retry.ts'
import { gate, scripted } from '../deliver/scripted.fixture.ts'
import { collectWakeUps, draftTo, type EmailFixture, openEmailFixture } from '../emails.fixture.ts'
import { cancelEmail } from './change-schedule.ts'
import { releaseScheduled } from './release.ts'

let mail: EmailFixture
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(() => mail.clear())
afterEach(() => mail.expectNothingStuck())

const release = (database: Database = mail.database, clock = () => new Date()) => releaseScheduled(database, clock)
const scheduled = (count: number, scheduledFor: string) =>
  mail.accept(Array.from({ length: count }, (_, nth) => draftTo([`${nth}@a.example`], { scheduledFor })))
/** The database's clock is the one that counts. */
const databaseTime = async (interval: string) => {
  const { rows } = await sql<{ at: string }>`
    select to_char((now() + ${interval}::interval) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`.execute(
    mail.database.db,
  )
  return rows[0]?.at ?? ''
}

test('a scheduled email is never released early, and only once', async () => {
  const [email] = await scheduled(1, await databaseTime('1 second'))
  const id = email?.id ?? ''
  const isDue = async () =>
    (
      await sql<{ due: boolean }>`
        select scheduled_for <= clock_timestamp() as due from email_progress where email_id = ${id}`.execute(
        mail.second.db,
      )
    ).rows[0]?.due

  let early = 0
  while ((await mail.dueEmails()).length === 0) {
    await release()
    // Checked after the release: an email that is not due by now was not due then.
    if (!(await isDue())) early += (await mail.dueEmails()).length
  }
  await release()

  expect(early).toBe(0)
  expect(await mail.dueEmails()).toEqual([id])
  expect((await eventsOf(mail.database, id)).map(({ type }) => type)).toEqual(['email.scheduled', 'email.processing'])
})

test('a worker whose clock is a day ahead releases nothing early', async () => {
  await scheduled(3, await databaseTime('1 hour'))

  await release(mail.database, () => new Date(Date.now() + 86_400_000))

  expect(await mail.dueEmails()).toEqual([])
})

test('a worker whose clock is a day behind releases what is due', async () => {
  const emails = await scheduled(3, await databaseTime('-1 second'))

  await release(mail.database, () => new Date(Date.now() - 86_400_000))

  expect((await mail.dueEmails()).toSorted()).toEqual(emails.map(({ id }) => id).toSorted())
})

test('a released email has its full time to be delivered', async () => {
  const [email] = await scheduled(1, await databaseTime('-1 second'))
  await sql`update deliveries set give_up_at = now() - interval '30 days'`.execute(mail.database.db)

  await release()

  const left = (await mail.delivery(email?.id ?? '')).give_up_at.getTime() - Date.now()
  expect(Math.abs(left - retrySchedule.giveUpAfterMs)).toBeLessThan(10_000)
})

test('workers that release the same 500 emails at once release each of them once', async () => {
  const emails = await scheduled(500, await databaseTime('-1 second'))

  await Promise.all([release(), release(mail.second), release(), release(mail.second)])

  expect((await mail.dueEmails()).toSorted()).toEqual(emails.map(({ id }) => id).toSorted())
  const { rows } = await sql<{ id: string }>`
    select subject_id as id from events where type = 'email.processing'`.execute(mail.database.db)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(emails.map(({ id }) => id).toSorted())
})

test('more than a page of due emails is released at once', async () => {
  await scheduled(1_001, await databaseTime('-1 second'))

  await release()

  expect(await mail.dueEmails()).toHaveLength(1_001)
})

test('all recipients of a released email are due, except suppressed ones, and workers are woken', async () => {
  const { environmentId } = mail.live
  const entry = { environmentId, email: 'b@a.example', reason: 'manual' as const, emailId: null, at: new Date() }
  await mail.database.transaction(tx => suppressEach(tx, [entry]))
  const scheduledFor = await databaseTime('-1 second')
  const email = await mail.acceptOne(['a@a.example', 'b@a.example', 'c@a.example'], { scheduledFor })
  await using heard = await collectWakeUps(mail.database)

  await release()

  expect((await mail.deliveriesOf(email.id)).map(({ due_at }) => due_at)).toEqual([
    expect.any(Date),
    null,
    expect.any(Date),
  ])
  await vi.waitFor(() => expect(heard.tables).toEqual(['deliveries']))
})

test('a release that is rolled back changes nothing, and can be repeated', async () => {
  const emails = await scheduled(2, await databaseTime('-1 second'))
  const failing: Database = {
    ...mail.database,
    transaction: work =>
      mail.database.transaction(async tx => {
        await work(tx)
        throw new Error('power cut')
      }),
  }

  await expect(release(failing)).rejects.toThrow('power cut')
  expect(await mail.dueEmails()).toEqual([])
  await release()

  expect((await mail.dueEmails()).toSorted()).toEqual(emails.map(({ id }) => id).toSorted())
})

const makeDue = (id: string) =>
  sql`update email_progress set scheduled_for = now() where email_id = ${id} and status = 'scheduled'`.execute(
    mail.database.db,
  )
/** True when it was canceled, false when that came too late. */
const cancel = (id: string): Promise<boolean> =>
  mail.database
    .transaction(tx => cancelEmail(tx, mail.live, new Date(), id))
    .then(
      () => true,
      error => {
        if (error instanceof Refusal && error.code === 'invalid_state') return false
        throw error
      },
    )

/** The database, with transactions that wait at a gate before they commit. */
function slowToCommit(): { database: Database; begun: Promise<void>; commit: () => void } {
  const [begun, end] = [gate(), gate()]
  const database: Database = {
    ...mail.second,
    transaction: work =>
      mail.second.transaction(async tx => {
        const result = await work(tx)
        begun.open()
        await end.passed
        return result
      }),
  }
  return { database, begun: begun.passed, commit: end.open }
}

test('a cancel while the email is being released waits and is refused', async () => {
  const [email] = await scheduled(1, await databaseTime('-1 second'))
  const { database, begun, commit } = slowToCommit()
  const releasing = release(database)
  await begun

  const canceling = cancel(email?.id ?? '')
  await untilLockWait(mail.database.db)
  commit()

  expect(await canceling).toBe(false)
  await releasing
  expect(await mail.dueEmails()).toEqual([email?.id])
})

test('a release neither waits for a concurrent cancel nor takes its email', async () => {
  const emails = await scheduled(3, await databaseTime('-1 second'))
  const [first, ...others] = emails.map(({ id }) => id)
  const { database, begun, commit } = slowToCommit()
  const canceling = database.transaction(tx => cancelEmail(tx, mail.live, new Date(), first ?? ''))
  await begun

  await release()
  expect((await mail.dueEmails()).toSorted()).toEqual(others.toSorted())
  commit()
  await canceling
  await release()

  expect((await mail.dueEmails()).toSorted()).toEqual(others.toSorted())
  expect(await mail.statusOf(first ?? '')).toBe('canceled')
})

test('when a cancel and a release race, one wins: canceled and no copy, or refused and one copy', async () => {
  const emails = await scheduled(200, await databaseTime('1 hour'))
  const far = scripted()
  const worker = mail.openChannel([far])
  let over = false
  const until = async (work: () => Promise<void>) => {
    while (!over) await work()
  }
  const machinery = [until(() => release()), until(() => release(mail.second)), until(() => mail.run(worker))]

  const canceled: boolean[] = []
  // Ten at a time, the cancel up to 30 ms after the email is due.
  for (let nth = 0; nth < emails.length; nth += 10) {
    const verdicts = emails.slice(nth, nth + 10).map(async ({ id }, lane) => {
      await makeDue(id)
      await pause(lane * 3)
      return cancel(id)
    })
    canceled.push(...(await Promise.all(verdicts)))
  }
  over = true
  await Promise.all(machinery)
  await release()
  await mail.run(worker)

  const receipts = Map.groupBy(far.copies, address => address)
  const copies = emails.map((_, nth) => receipts.get(`${nth}@a.example`)?.length ?? 0)
  expect(copies).toEqual(canceled.map(won => (won ? 0 : 1)))
  const statuses = await Promise.all(emails.map(({ id }) => mail.statusOf(id)))
  expect(statuses).toEqual(canceled.map(won => (won ? 'canceled' : 'delivered')))
})
