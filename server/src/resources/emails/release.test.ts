import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import type { Database } from '#postgres/database.ts'
import { Refusal } from '#refusal.ts'
import { createCallers } from '../../../testing/callers.ts'
import { eventsOf } from '../../../testing/events.ts'
import { createTestDatabase } from '../../../testing/postgres.ts'
import { cancelEmail } from './change-schedule.ts'
import { scripted } from './deliver/scripted.fixture.ts'
import { draftTo, openPost, type Post } from './post.fixture.ts'
import { releaseDue } from './release.ts'
import { retrySchedule } from './retry.ts'

let post: Post
beforeAll(async () => {
  post = await openPost(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => post[Symbol.asyncDispose]())
beforeEach(() => post.clear())
afterEach(() => post.expectNothingStuck())

const release = (database: Database = post.database, clock = () => new Date()) => releaseDue(database, clock)
const scheduled = (count: number, scheduledFor: string) =>
  post.accept(Array.from({ length: count }, (_, nth) => draftTo([`${nth}@a.example`], { scheduledFor })))
const jobbed = async () => (await post.jobs()).flatMap(({ payload }) => payload.emails.map(([, id]) => id))
/** The database's clock is the one that counts. */
const databaseTime = async (interval: string) => {
  const { rows } = await sql<{ at: string }>`
    select to_char((now() + ${interval}::interval) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`.execute(
    post.database.db,
  )
  return rows[0]?.at ?? ''
}

test('a scheduled email is never released early, and then once', async () => {
  const [email] = await scheduled(1, await databaseTime('1 second'))
  const id = email?.id ?? ''
  const isDue = async () =>
    (
      await sql<{ due: boolean }>`
        select scheduled_for <= clock_timestamp() as due from email_progress where email_id = ${id}`.execute(
        post.second.db,
      )
    ).rows[0]?.due

  await vi.waitFor(
    async () => {
      await release()
      const released = (await jobbed()).length > 0
      if (released) expect(await isDue()).toBe(true)
      expect(released).toBe(true)
    },
    { timeout: 5_000, interval: 20 },
  )
  await release()

  expect(await jobbed()).toEqual([id])
  expect((await eventsOf(post.database, id)).map(({ type }) => type)).toEqual(['email.scheduled', 'email.processing'])
})

test('a worker whose clock is a day ahead releases nothing early', async () => {
  await scheduled(3, await databaseTime('1 hour'))

  await release(post.database, () => new Date(Date.now() + 86_400_000))

  expect(await jobbed()).toEqual([])
})

test('a worker whose clock is a day behind releases what is due', async () => {
  const emails = await scheduled(3, await databaseTime('-1 second'))

  await release(post.database, () => new Date(Date.now() - 86_400_000))

  expect((await jobbed()).toSorted()).toEqual(emails.map(({ id }) => id).toSorted())
})

test('a released email has all of its days to be delivered in', async () => {
  const [email] = await scheduled(1, await databaseTime('-1 second'))
  await sql`update deliveries set give_up_at = now() - interval '30 days'`.execute(post.database.db)

  await release()

  const left = (await post.delivery(email?.id ?? '')).give_up_at.getTime() - Date.now()
  expect(Math.abs(left - retrySchedule.giveUpAfterMs)).toBeLessThan(10_000)
})

test('two workers that release the same 500 emails give each of them one job', async () => {
  const emails = await scheduled(500, await databaseTime('-1 second'))

  await Promise.all([release(), release(post.second), release(), release(post.second)])

  expect((await jobbed()).toSorted()).toEqual(emails.map(({ id }) => id).toSorted())
})

test('more than a page of due emails is released at once', async () => {
  await scheduled(1_001, await databaseTime('-1 second'))

  await release()

  expect(new Set(await jobbed()).size).toBe(1_001)
})

test('deliveries whose time has come get a job, once, and those that have time do not', async () => {
  const [due, later] = await post.accept([draftTo(['a@a.example', 'b@a.example']), draftTo(['c@a.example'])])
  await sql`truncate graphile_worker._private_jobs`.execute(post.database.db)
  await sql`update deliveries set state = 'delayed', due_at = now() - interval '1 second' where email_id = ${due?.id}`.execute(
    post.database.db,
  )
  await sql`update deliveries set state = 'delayed', due_at = now() + interval '1 minute' where email_id = ${later?.id}`.execute(
    post.database.db,
  )

  await Promise.all([release(), release(post.second)])
  await release()

  expect(new Set(await jobbed())).toEqual(new Set([due?.id]))
  expect((await post.deliveriesOf(due?.id ?? '')).map(({ due_at }) => due_at)).toEqual([null, null])
})

test('a release that is rolled back leaves everything due', async () => {
  const emails = await scheduled(2, await databaseTime('-1 second'))
  const failing: Database = {
    ...post.database,
    transaction: work =>
      post.database.transaction(async tx => {
        await work(tx)
        throw new Error('power cut')
      }),
  }

  await expect(release(failing)).rejects.toThrow('power cut')
  expect(await jobbed()).toEqual([])
  await release()

  expect((await jobbed()).toSorted()).toEqual(emails.map(({ id }) => id).toSorted())
})

test('of a cancel and a release that race one wins: canceled and no copy, or refused and one copy', async () => {
  const pairs = 200
  const emails = await scheduled(pairs, await databaseTime('150 milliseconds'))
  const far = scripted()
  const worker = post.hire([far])
  let over = false
  const releasing = [post.database, post.second].map(async database => {
    while (!over) await release(database)
  })

  const canceled = await Promise.all(
    emails.map(async ({ id }, nth) => {
      await new Promise(resolve => setTimeout(resolve, (nth / pairs) * 300))
      return post.database
        .transaction(tx => cancelEmail(tx, post.live, new Date(), id))
        .then(
          () => true,
          error => {
            if (error instanceof Refusal && error.code === 'invalid_state') return false
            throw error
          },
        )
    }),
  )
  over = true
  await Promise.all(releasing)
  await release()
  await post.run(worker)

  const receipts = Map.groupBy(far.copies, address => address)
  const wrong = canceled.filter((won, nth) => (receipts.get(`${nth}@a.example`)?.length ?? 0) !== (won ? 0 : 1))
  expect(wrong).toEqual([])
  expect(new Set(canceled)).toEqual(new Set([true, false]))
  const statuses = await Promise.all(emails.map(({ id }) => post.statusOf(id)))
  expect(statuses).toEqual(canceled.map(won => (won ? 'canceled' : 'delivered')))
})
