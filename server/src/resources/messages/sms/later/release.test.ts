import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { optOut } from '#resources/messages/opt-outs/change.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { untilLockWait } from '../../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import { retrySchedule } from '../retry.ts'
import { draftTo, openSmsFixture, type SmsFixture } from '../sms.fixture.ts'
import { gate, scripted } from '../submit/scripted.fixture.ts'
import { cancelSms } from './change-schedule.ts'
import { releaseScheduledSms } from './release.ts'

let texts: SmsFixture
beforeAll(async () => {
  texts = await openSmsFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => texts[Symbol.asyncDispose]())
beforeEach(() => texts.clear())
afterEach(() => texts.expectNothingStuck())

const release = (database: Database = texts.database) => releaseScheduledSms(database)
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()
const scheduled = (count: number, scheduled_for = inMs(3_600_000)) =>
  texts.accept(Array.from({ length: count }, () => draftTo(texts.newNumber(), { scheduled_for })))
/** Scheduled messages whose time has come. */
async function addDueScheduled(count: number): Promise<string[]> {
  const messages = await scheduled(count)
  await texts.makeScheduledDue()
  return messages.map(({ id }) => id)
}

test('a scheduled message is never released early, and then once', async () => {
  const [sms] = await scheduled(1, inMs(1_000))
  const id = sms?.id ?? ''
  const isDue = async () =>
    (
      await sql<{ due: boolean }>`
        select scheduled_for <= clock_timestamp() as due from sms_progress where sms_id = ${id}`.execute(
        texts.second.db,
      )
    ).rows[0]?.due

  let early = 0
  while ((await texts.due()).length === 0) {
    await release()
    // Checked after the release: a message that is not due by now was not due then.
    if (!(await isDue())) early += (await texts.due()).length
  }
  await release()

  expect(early).toBe(0)
  expect(await texts.due()).toEqual([id])
  const far = scripted()
  await texts.run(texts.openChannel([far]))
  expect(far.copies).toHaveLength(1)
  expect((await eventsOf(texts.database, id)).map(({ type }) => type)).toEqual(['sms.scheduled', 'sms.sent'])
})

test('a released message has its full time to be sent', async () => {
  const [id = ''] = await addDueScheduled(1)
  await sql`update sms_progress set give_up_at = now() - interval '30 days'`.execute(texts.database.db)

  await release()

  const left = (await texts.progress(id)).give_up_at.getTime() - Date.now()
  expect(Math.abs(left - retrySchedule.giveUpAfterMs)).toBeLessThan(10_000)
})

test('workers that release more than a page of messages at once release each of them once', async () => {
  const ids = await addDueScheduled(1_001)
  const tokens = async () =>
    (await sql<{ token: number }>`select distinct token from sms_progress`.execute(texts.database.db)).rows

  await Promise.all([release(), release(texts.second), release(), release(texts.second)])
  await release()

  expect(await texts.due()).toEqual(ids.toSorted())
  expect(await tokens()).toEqual([{ token: 0 }])
})

test('a release that is rolled back leaves everything due', async () => {
  const ids = await addDueScheduled(2)
  const failing: Database = {
    ...texts.database,
    transaction: work =>
      texts.database.transaction(async tx => {
        await work(tx)
        throw new Error('power cut')
      }),
  }

  await expect(release(failing)).rejects.toThrow('power cut')
  expect(await texts.due()).toEqual([])
  await release()

  expect(await texts.due()).toEqual(ids.toSorted())
})

test('a recipient who has opted out since is not written to, and the cost is refunded', async () => {
  const [sms] = await scheduled(1)
  const { environmentId } = texts.live
  await texts.database.transaction(tx => optOut(tx, { environmentId, number: sms?.draft.to ?? '', at: new Date() }))
  await texts.makeScheduledDue()
  const far = scripted()

  await release()
  await texts.run(texts.openChannel([far]))

  expect(far.copies).toEqual([])
  expect(await texts.statusOf(sms?.id ?? '')).toBe('failed')
  expect(await texts.ledger({ id: sms?.id ?? '' })).toEqual(['sms -10', 'refund 10'])
})

test('a message whose validity period ended before its release does not leave', async () => {
  const [sms] = await texts.accept([
    draftTo(texts.newNumber(), { scheduled_for: inMs(3_600_000), validity_seconds: 60 }),
  ])
  const back = sql`interval '2 hours'`
  await sql`update sms_progress set scheduled_for = scheduled_for - ${back}, give_up_at = give_up_at - ${back}`.execute(
    texts.database.db,
  )
  await sql`update sms set valid_until = valid_until - ${back}`.execute(texts.database.db)
  const far = scripted()

  await release()
  await texts.run(texts.openChannel([far]))

  expect(far.copies).toEqual([])
  expect(await texts.detail({ id: sms?.id ?? '' })).toMatchObject({ status: 'failed', credits_consumed: 0 })
})

/** True when it was canceled, false when that came too late. */
const cancel = (id: string): Promise<boolean> =>
  texts.database
    .transaction(tx => cancelSms(tx, texts.live, new Date(), id))
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
    ...texts.second,
    transaction: work =>
      texts.second.transaction(async tx => {
        const result = await work(tx)
        begun.open()
        await end.passed
        return result
      }),
  }
  return { database, begun: begun.passed, commit: end.open }
}

test('a cancel that comes while the message is being released waits and is refused', async () => {
  const [id = ''] = await addDueScheduled(1)
  const { database, begun, commit } = slowToCommit()
  const releasing = release(database)
  await begun

  const canceling = cancel(id)
  await untilLockWait(texts.database.db)
  commit()

  expect(await canceling).toBe(false)
  await releasing
  expect(await texts.due()).toEqual([id])
  expect(await texts.ledger({ id })).toEqual(['sms -10'])
})

test('a release neither waits for a concurrent cancel nor takes its message', async () => {
  const [first = '', ...others] = await addDueScheduled(3)
  const { database, begun, commit } = slowToCommit()
  const canceling = database.transaction(tx => cancelSms(tx, texts.live, new Date(), first))
  await begun

  await release()
  expect(await texts.due()).toEqual(others.toSorted())
  commit()
  await canceling
  await release()

  expect(await texts.due()).toEqual(others.toSorted())
  expect(await texts.statusOf(first)).toBe('canceled')
})

test('when a cancel and a release race, one wins: canceled, refunded and no copy, or refused and one copy', async () => {
  const messages = await scheduled(100)
  const far = scripted()
  const worker = texts.openChannel([far])
  let over = false
  const until = async (work: () => Promise<void>) => {
    while (!over) await work()
  }
  const machinery = [until(() => release()), until(() => release(texts.second)), until(() => texts.run(worker))]

  const canceled: boolean[] = []
  // Ten at a time, the cancel up to 30 ms after the message is due.
  for (let nth = 0; nth < messages.length; nth += 10) {
    const verdicts = messages.slice(nth, nth + 10).map(async ({ id }, lane) => {
      await sql`update sms_progress set scheduled_for = now() where sms_id = ${id} and status = 'scheduled'`.execute(
        texts.database.db,
      )
      await pause(lane * 3)
      return cancel(id)
    })
    canceled.push(...(await Promise.all(verdicts)))
  }
  over = true
  await Promise.all(machinery)
  await release()
  await texts.run(worker)

  const receipts = Map.groupBy(far.copies, copy => copy.split(' ', 1)[0] ?? '')
  const copies = messages.map(({ draft }) => receipts.get(draft.to)?.length ?? 0)
  expect(copies).toEqual(canceled.map(won => (won ? 0 : 1)))
  for (const [nth, sms] of messages.entries()) {
    expect(await texts.statusOf(sms.id)).toBe(canceled[nth] ? 'canceled' : 'sent')
    expect(await texts.ledger(sms)).toEqual(canceled[nth] ? ['sms -10', 'refund 10'] : ['sms -10'])
  }
})
