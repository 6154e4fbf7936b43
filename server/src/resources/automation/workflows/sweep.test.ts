import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { systemClock } from '#core/clock.ts'
import { timeOf } from '#core/id.ts'
import type { Database } from '#postgres/database.ts'
import { createSegment } from '#resources/audience/segments/create.ts'
import { addToList } from '#resources/audience/segments/list.ts'
import { textHere } from '#resources/messages/templates/text-here.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { type Schedules, schedules, type WorkflowKey } from '../../../../testing/schedules.ts'
import { changeWorkflow } from './change.ts'
import { fireDueSchedules } from './fire.ts'
import { sweepContacts } from './sweep.ts'

let database: Database
let room: Schedules
let live: Caller
let simulated: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  simulated = callers.test
  room = schedules(database)
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => room.clear())

const minuteAgo = () => new Date(Date.now() - 60_000)

async function fire(workflow: WorkflowKey, at = minuteAgo()): Promise<void> {
  await room.dueAt(workflow, at)
  await fireDueSchedules(database)
}

test('a sweep that fails in the middle starts every contact once', async () => {
  const contacts = await room.addContacts(live, 1_201)
  await room.addContacts(simulated, 3)
  const workflow = await room.create(live)
  await fire(workflow)
  await room.sweepPage()
  const breaking: Database = {
    ...database,
    transaction: work =>
      database.transaction(async tx => {
        await work(tx)
        throw new Error('power cut')
      }),
  }

  await expect(room.sweepPage(breaking)).rejects.toThrow('power cut')
  expect(await room.insiders(workflow)).toHaveLength(500)
  await room.sweep()

  expect(await room.insiders(workflow)).toEqual(contacts.toSorted())
  expect(await room.firedAt(workflow)).toEqual([])
  const due = await sql`select from workflow_runs where due_at <= now()`.execute(database.db)
  expect(due.rows).toHaveLength(1_201)
})

test('two concurrent runs of the same page start it once', async () => {
  const contacts = await room.addContacts(live, 1_001)
  const workflow = await room.create(live)
  await fire(workflow)

  for (let page = 0; page < 3; page++) {
    const [job] = await room.jobs()
    if (!job) throw new Error('there is no further page')
    await sql`delete from jobs where id = ${job.id}`.execute(database.db)
    await Promise.all([1, 2, 3].map(() => sweepContacts(database, systemClock, job.payload)))
    expect((await room.jobs()).length).toBe(page < 2 ? 1 : 0)
  }

  expect(await room.insiders(workflow)).toEqual(contacts.toSorted())
})

test('a workflow whose steps are changed while a page waits for it is swept on, with the new steps', async () => {
  const contacts = await room.addContacts(live, 3)
  const workflow = await room.create(live)
  await fire(workflow)
  const steps = [{ key: 'wait', type: 'delay', config: { days: 31 } }]
  let sweeping: Promise<unknown> | undefined

  await database.transaction(async tx => {
    await changeWorkflow(
      tx,
      live,
      new Date(),
      workflow.workflowId,
      { workflow_definition: { steps, connections: [] } },
      {
        addresses: 'public',
        templateText: textHere,
      },
    )
    sweeping = room.sweep()
    await untilLockWait(database.db)
  })
  await sweeping

  expect(await room.insiders(workflow)).toEqual(contacts.toSorted())
  const { rows } = await sql`select distinct version from workflow_runs`.execute(database.db)
  expect(rows).toEqual([{ version: 2 }])
})

test('only members of the segment are started, page by page', async () => {
  const contacts = await room.addContacts(live, 1_010)
  const chosen = [contacts.at(0), contacts.at(600), contacts.at(-1)].map(String)
  const { id } = await database.transaction(tx => createSegment(tx, live, new Date(), { name: 'List' }))
  await database.transaction(tx => addToList(tx, { environmentId: live.environmentId, id }, chosen, new Date()))
  const workflow = await room.create(live, { segment_id: id })
  await fire(workflow)
  await room.sweep()

  expect(await room.insiders(workflow)).toEqual(chosen.toSorted())
})

test('only subscribers of the topic are started, and their runs know the topic', async () => {
  const contacts = await room.addContacts(live, 10)
  const readers = contacts.slice(3, 6)
  const topic_id = await room.addTopic(live, readers)
  const workflow = await room.create(live, { topic_id })
  const at = minuteAgo()
  await fire(workflow, at)

  await room.sweep()

  expect(await room.insiders(workflow)).toEqual(readers.toSorted())
  const { rows } = await sql`select distinct trigger from workflow_runs`.execute(database.db)
  expect(rows).toEqual([{ trigger: { type: 'time_based', fired_at: at.toISOString(), topic_id } }])
})

test('contacts created after the schedule fired wait for the next time', async () => {
  const [before] = await room.addContacts(live, 1)
  await room.addContacts(live, 1, new Date())
  const workflow = await room.create(live)
  await fire(workflow)

  await room.sweep()

  expect(await room.insiders(workflow)).toEqual([before])
})

test('contacts in the workflow when the schedule fired are left out, even if they have left since', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const contacts = await room.addContacts(live, 3, minutesAgo(120))
  const [gone, late] = contacts
  const workflow = await room.create(live)
  await fire(workflow, minutesAgo(60))
  await room.sweep()
  await sql`
    update workflow_runs set started_at = ${minutesAgo(60)},
      finished_at = case contact_id when ${gone} then ${minutesAgo(40)} when ${late} then ${minutesAgo(20)} end::timestamptz
    `.execute(database.db)

  await fire(workflow, minutesAgo(30))
  await room.sweep()

  expect(await room.insiders(workflow)).toEqual([...contacts, gone].toSorted())
})

const secondVersion = (trigger: object) => sql`
  with changed as (update workflows set version = 2)
  insert into workflow_versions
  select environment_id, workflow_id, 2, trigger || ${trigger}::jsonb, definition, first_step, created_at
  from workflow_versions`

test('a workflow of which a step is changed during the sweep starts the rest on its new version', async () => {
  const contacts = await room.addContacts(live, 501)
  const workflow = await room.create(live)
  await fire(workflow)
  await room.sweepPage()

  await secondVersion({}).execute(database.db)
  await room.sweep()

  expect(await room.insiders(workflow)).toEqual(contacts.toSorted())
  const { rows } = await sql`select version, count(*)::integer from workflow_runs group by 1 order by 1`.execute(
    database.db,
  )
  expect(rows).toEqual([
    { version: 1, count: 500 },
    { version: 2, count: 1 },
  ])
})

test.each([
  ['paused', sql`update workflows set status = 'paused'`],
  ['given another trigger', secondVersion({ cron: '0 10 * * *' })],
  ['deleted', sql`delete from workflows`],
])('a workflow that is %s during the sweep starts no more runs', async (_what, happens) => {
  await room.addContacts(live, 501)
  const workflow = await room.create(live)
  await fire(workflow)
  await room.sweepPage()

  await happens.execute(database.db)
  await room.sweep()

  expect(await room.insiders(workflow)).toHaveLength(500)
  expect(await room.firedAt(workflow)).toEqual([])
})

test('a test run starts at the schedule’s time, a live run at the current time', async () => {
  const at = minuteAgo()
  const startedAt = async (caller: Caller) => {
    await room.addContacts(caller, 1)
    await fire(await room.create(caller), at)
    await room.sweep()
    const { rows } = await sql<{ at: Date }>`
      select started_at as at from workflow_runs where environment_id = ${caller.environmentId}`.execute(database.db)
    return rows[0]?.at.getTime() ?? 0
  }

  expect(await startedAt(simulated)).toBe(at.getTime())
  expect(Math.abs((await startedAt(live)) - Date.now())).toBeLessThan(10_000)
})

test('a test run is kept by the real time of its start, however far the clock is ahead', async () => {
  const year = 365 * 86_400_000
  await sql`update environments set clock_ahead_ms = ${year} where id = ${simulated.environmentId}`.execute(database.db)
  await room.addContacts(simulated, 1)
  await fire(await room.create(simulated))
  await room.sweep()

  const { rows } = await sql<{ id: string; startedAt: Date }>`
    select id, started_at as "startedAt" from workflow_runs`.execute(database.db)
  const daysAhead = (at: Date) => Math.abs(Math.round((at.getTime() - Date.now()) / 86_400_000))
  expect(rows.map(({ id, startedAt }) => [timeOf(id), startedAt].map(daysAhead))).toEqual([[0, 365]])
})
