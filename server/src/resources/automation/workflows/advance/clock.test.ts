import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { applyRetention } from '#resources/account/retention/end.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import type { Step } from '../definition/definition.ts'
import { openRuns, type Runs } from './runs.fixture.ts'

let runs: Runs
beforeAll(async () => {
  runs = await openRuns(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => runs[Symbol.asyncDispose]())
beforeEach(async () => {
  await runs.clear()
  await sql`update environments set clock_ahead_ms = 0`.execute(runs.db)
})

const day = 86_400_000
const email = (key: string): Step => ({
  key,
  type: 'send_email',
  config: { from: 'news@acme.test', subject: key, text: 'Welcome.', message_stream: 'broadcast' },
})
const delay = (key: string, days: number): Step => ({ key, type: 'delay', config: { days } })

/** Does to runs what advancing the clock does. */
const advanceRuns = async (ms: number) => {
  const by = sql`make_interval(secs => ${ms / 1000})`
  await runs.database.transaction(async tx => {
    await sql`update environments set clock_ahead_ms = clock_ahead_ms + ${ms} where id = ${runs.test.environmentId}`.execute(
      tx,
    )
    await sql`update workflow_runs set due_at = due_at - ${by}, waits_until = waits_until - ${by}
      where environment_id = ${runs.test.environmentId} and finished_at is null`.execute(tx)
  })
}
const sequence = () =>
  runs.addWorkflow(
    [delay('first', 1), email('one'), delay('second', 2), email('two'), delay('third', 4), email('three')],
    [
      ['first', 'one'],
      ['one', 'second'],
      ['second', 'two'],
      ['two', 'third'],
      ['third', 'three'],
    ],
    runs.test,
  )

test('delays add up exactly when the clock is advanced by all of them at once', async () => {
  const workflowId = await sequence()
  const contact = await runs.addContact({}, runs.test)
  await runs.settle()

  await advanceRuns(3 * day + 3_600_000)
  await runs.settle()

  const run = await runs.runOf(workflowId)
  const start = run.started_at.getTime()
  expect(await runs.emailsTo(contact.email ?? '')).toHaveLength(2)
  const history = await runs.historyOf(run.id)
  expect(history.map(({ step, left_at }) => [step, Number(left_at) - start])).toEqual([
    ['first', day],
    ['one', day],
    ['second', 3 * day],
    ['two', 3 * day],
  ])
  expect(run).toMatchObject({ state: 'waiting', step: 'third' })
  expect(run.entered_at.getTime() - start).toBe(3 * day)
  // Real time: the clock's time at the end of the delay, minus how far it is ahead.
  expect(Number(run.waits_until) - start).toBe(7 * day - (3 * day + 3_600_000))
})

test('advancing the clock while a run begins to wait counts for that run, too', async () => {
  const workflowId = await runs.addWorkflow([delay('wait', 2), email('one')], [['wait', 'one']], runs.test)
  await runs.addContact({}, runs.test)
  const slow = runs.hire({
    database: {
      ...runs.database,
      // Between reading and writing.
      transaction: async work => {
        await sql`update environments set clock_ahead_ms = ${3 * day} where id = ${runs.test.environmentId}`.execute(
          runs.db,
        )
        return runs.database.transaction(work)
      },
    },
  })

  await runs.settle(slow)

  expect((await runs.runOf(workflowId)).state).toBe('completed')
})

test('a late live run starts its delay late', async () => {
  const workflowId = await runs.addWorkflow([delay('wait', 2)])
  await runs.addContact()
  await sql`update workflow_runs set entered_at = entered_at - interval '1 hour'`.execute(runs.db)

  await runs.settle()

  const { waits_until } = await runs.runOf(workflowId)
  expect(Number(waits_until) - Date.now()).toBeGreaterThan(2 * day - 60_000)
})

test('runs are kept for their days of real time, whether they ended before or after the clock was advanced by a year', async () => {
  const workflowId = await runs.addWorkflow([email('one')], [], runs.test)
  const kept = async (days: number) => {
    await applyRetention(runs.database, new Date(Date.now() + days * day))
    const { rows } = await sql<{ steps: number }>`
      select (select count(*)::integer from workflow_run_steps s where s.run_id = r.id) as steps
      from workflow_runs r where workflow_id = ${workflowId} and finished_at is not null`.execute(runs.db)
    return rows.map(({ steps }) => steps)
  }
  await runs.addContact({}, runs.test)
  await runs.settle()
  await advanceRuns(365 * day)
  await runs.addContact({}, runs.test)
  await runs.settle()

  expect(await kept(6)).toEqual([1, 1])
  expect(await kept(8)).toEqual([])
})
