import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { emptyTables } from '#postgres/empty-tables.fixture.ts'
import { draftTo, type EmailFixture, openEmailFixture } from '#resources/messages/emails/emails.fixture.ts'
import { acceptSms } from '#resources/messages/sms/accept.ts'
import { card, draftTo as textTo } from '#resources/messages/sms/sms.fixture.ts'
import { simulatedTransport } from '#transports/simulated.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { type Schedules, schedules } from '../../../../testing/schedules.ts'
import { advanceClock } from './advance.ts'
import { catchUp } from './catch-up.ts'

let mail: EmailFixture
let database: Database
let room: Schedules
let live: Caller
let simulated: Caller
let neighbour: Caller
beforeAll(async () => {
  mail = await openEmailFixture(await createTestDatabase(inject('clusterUrl')), createCallers)
  database = mail.database
  live = mail.live
  simulated = mail.test
  neighbour = (await createCallers(database)).test
  room = schedules(database)
})
afterAll(() => mail[Symbol.asyncDispose]())
beforeEach(async () => {
  await room.clear()
  await mail.clear()
})

const day = 86_400
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)
const advance = (seconds: number, caller = simulated) => database.transaction(tx => advanceClock(tx, caller, seconds))
const runsOf = async ({ environmentId }: Caller) =>
  (
    await sql<{ due_at: Date | null; waits_until: Date | null }>`
      select due_at, waits_until from workflow_runs where environment_id = ${environmentId}`.execute(database.db)
  ).rows

test('advancing the clock moves the runs and schedules of its environment closer, and no others', async () => {
  const [at, nearer] = [inSeconds(3 * day), inSeconds(3 * day)]
  nearer.setTime(at.getTime() - 2 * day * 1_000)
  const workflows = await Promise.all([simulated, live, neighbour].map(caller => room.create(caller)))
  for (const workflow of workflows) {
    await room.addRuns(workflow, 1, at)
    await room.dueAt(workflow, at)
  }

  await advance(2 * day)

  expect(await runsOf(simulated)).toEqual([{ due_at: nearer, waits_until: nearer }])
  expect(await Promise.all(workflows.map(room.nextFireAt))).toEqual([nearer, at, at])
  for (const other of [live, neighbour]) expect(await runsOf(other)).toEqual([{ due_at: at, waits_until: at }])
})

test('more than a page of runs moves closer, each run once', async () => {
  const at = inSeconds(3 * day)
  await room.addRuns(await room.create(simulated), 2_001, at)

  await advance(day)

  const moved = new Set((await runsOf(simulated)).map(run => run.waits_until?.getTime()))
  expect([...moved]).toEqual([at.getTime() - day * 1_000])
})

test('a run that is being saved while the clock advances moves closer, too', async () => {
  await room.addRuns(await room.create(simulated), 1)
  await sql`update workflow_runs set state = 'running', waits_until = null, due_at = null`.execute(database.db)
  const at = inSeconds(3 * day)
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: end, resolve: finish } = Promise.withResolvers<void>()
  const moving = mail.second.transaction(async tx => {
    await sql`select from workflow_runs for update`.execute(tx)
    begin()
    await end
    await sql`update workflow_runs set state = 'waiting', waits_until = ${at}`.execute(tx)
  })
  await begun

  const advancing = advance(day)
  await untilLockWait(database.db)
  finish()
  await Promise.all([moving, advancing])

  expect((await runsOf(simulated))[0]?.waits_until?.getTime()).toBe(at.getTime() - day * 1_000)
})

test('concurrent advances add up', async () => {
  const at = inSeconds(3 * day)
  await room.addRuns(await room.create(simulated), 10, at)

  const shown = await Promise.all([1, 2, 3, 4].map(() => advance(10)))

  expect(Math.max(...shown)).toBe(40_000)
  expect((await runsOf(simulated)).map(run => run.waits_until?.getTime())).toEqual(
    Array(10).fill(at.getTime() - 40_000),
  )
})

test('a live clock cannot be advanced, and no clock by more than a hundred years', async () => {
  const century = 100 * 366 * day

  await expect(advance(1, live)).rejects.toMatchObject({ code: 'invalid_state' })
  await advance(century)
  await expect(advance(1)).rejects.toMatchObject({ code: 'invalid_state' })
})

test('scheduled emails leave when the clock reaches their time, and keep their scheduled time', async () => {
  const scheduledFor = inSeconds(2 * day).toISOString()
  const scheduled = async (caller: Caller) => {
    const [email] = await mail.accept([draftTo(['a@a.example'], { scheduledFor })], caller)
    return email?.id ?? ''
  }
  const [own, other] = [await scheduled(simulated), await scheduled(live)]
  const statuses = async () => [await mail.statusOf(own), await mail.statusOf(other)]
  const goForward = async (seconds: number) => {
    await advance(seconds)
    await catchUp(database, systemClock, simulated)
  }

  await goForward(day)
  expect(await statuses()).toEqual(['scheduled', 'scheduled'])
  await goForward(day)
  expect(await statuses()).toEqual(['processing', 'scheduled'])
  await catchUp(database, systemClock, simulated)

  expect(await mail.dueIn(own)).toBeLessThanOrEqual(0)
  expect(await mail.dueIn(other)).toBeNull()
})

test('scheduled text messages leave when the clock reaches their time, and keep their scheduled time', async () => {
  const draft = textTo('+14155550123', { scheduled_for: inSeconds(2 * day).toISOString() })
  const accept = (caller: Caller) =>
    database.transaction(tx => acceptSms(tx, card, [{ caller, draft, now: new Date() }]))
  await accept(simulated)
  await accept(live)
  const smsIn = async ({ environmentId }: Caller) =>
    database.db
      .selectFrom('sms_progress')
      .select(['status', 'due_at', 'scheduled_for'])
      .where('environment_id', '=', environmentId)
      .executeTakeFirst()
  const waiting = { status: 'scheduled', due_at: null, scheduled_for: new Date(draft.scheduledFor ?? '') }

  await advance(day)
  await catchUp(database, systemClock, simulated)
  expect(await smsIn(simulated)).toEqual(waiting)
  await advance(day)
  await catchUp(database, systemClock, simulated)

  expect(await smsIn(simulated)).toEqual({ ...waiting, status: 'processing', due_at: expect.any(Date) })
  expect(await smsIn(live)).toEqual(waiting)
})

test('a delayed attempt is made when the clock reaches its time', async () => {
  const [email] = await mail.accept([draftTo(['a@a.example'])], simulated)
  const id = email?.id ?? ''
  await emptyTables(database.db, 'jobs')
  await sql`update email_progress set status = 'delivery_delayed'`.execute(database.db)
  await sql`update deliveries set state = 'delayed', due_at = now() + interval '1 hour'`.execute(database.db)
  const giveUpAt = (await mail.delivery(id)).give_up_at.getTime()

  await advance(3_601)
  await catchUp(database, systemClock, simulated)

  expect(await mail.delivery(id)).toMatchObject({ give_up_at: new Date(giveUpAt - 3_601_000) })
  expect(await mail.dueIn(id)).toBeLessThanOrEqual(0)
})

test.each([
  ['delayed@example.com', 'delivered'],
  ['mailbox-full@example.com', 'failed'],
])('a deferred email gets its next attempt even if the clock passes the end of its retries: %s', async (to, status) => {
  const [email] = await mail.accept([draftTo([to])], simulated)
  const worker = mail.openChannel([simulatedTransport()])
  await mail.run(worker)

  await advance(6 * day)
  await mail.run(worker)

  expect(await mail.delivery(email?.id ?? '')).toMatchObject({ attempts: 2 })
  expect(await mail.statusOf(email?.id ?? '')).toBe(status)
})

test('a first attempt that waits for a time leaves the whole time for retries, however far the clock passes it', async () => {
  const [email] = await mail.accept([draftTo(['delayed@example.com'])], simulated)
  await sql`update deliveries set due_at = now() + interval '1 hour'`.execute(database.db)
  const worker = mail.openChannel([simulatedTransport()])

  for (const days of [6, 6]) {
    await advance(days * day)
    await mail.run(worker)
  }

  expect(await mail.delivery(email?.id ?? '')).toMatchObject({ attempts: 2, state: 'delivered' })
})

test('runs that become due are handled at once', async () => {
  const workflow = await room.create(simulated)
  await room.addRuns(workflow, 1, inSeconds(day))
  await emptyTables(database.db, 'jobs')

  await advance(2 * day)
  expect((await room.jobs('catch_up_test_clock')).map(({ payload }) => payload)).toEqual([
    { environmentId: simulated.environmentId },
  ])
  await catchUp(database, systemClock, simulated)

  const due = await sql`select from workflow_runs where due_at <= now()`.execute(database.db)
  expect(due.rows).toHaveLength(1)
})
