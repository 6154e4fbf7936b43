import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { systemClock } from '#core/clock.ts'
import { newId } from '#core/id.ts'
import { takeSuspects } from '#engine/work-table.ts'
import { openDatabase } from '#postgres/database.ts'
import { addCredits } from '#resources/account/credits/add.ts'
import { sourceOf } from '#resources/audience/consent/entry.ts'
import { changeContacts, removeContact } from '#resources/audience/contacts/change.ts'
import { ProcessCrashed } from '#text-pool/job.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import type { Step } from '../definition/definition.ts'
import { stopRun } from '../stop.ts'
import { openRuns, type Runs } from './runs.fixture.ts'

let runs: Runs
let url: string
beforeAll(async () => {
  url = await createTestDatabase(inject('clusterUrl'))
  runs = await openRuns(url, createCallers)
})
afterAll(() => runs[Symbol.asyncDispose]())
beforeEach(() => runs.clear())

const email = (key: string, special: object = {}): Step => ({
  key,
  type: 'send_email',
  config: { from: 'news@acme.test', subject: key, text: 'Welcome.', message_stream: 'broadcast', ...special },
})
const delay = (key: string, days: number): Step => ({ key, type: 'delay', config: { days } })
const twoEmails = (caller = runs.live) => runs.addWorkflow([email('one'), email('two')], [['one', 'two']], caller)
const count = async (table: 'emails' | 'workflow_run_steps' | 'events') =>
  Number((await runs.db.selectFrom(table).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)

test('a worker that repeats stale work changes nothing', async () => {
  await twoEmails()
  await runs.addContacts(3)
  const late = runs.hire()
  const rows = await late.take()
  await runs.crash()
  await runs.settle()
  const before = [await count('emails'), await count('workflow_run_steps'), await count('events')]

  await late.again(rows)

  expect([await count('emails'), await count('workflow_run_steps'), await count('events')]).toEqual(before)
  expect(before.slice(0, 2)).toEqual([6, 6])
  expect(await runs.due()).toEqual([])
})

test('two workers on the same runs take each step once', async () => {
  await using second = openDatabase({ url })
  const workflowId = await twoEmails()
  await runs.addContacts(50)
  const [one, other] = [runs.hire(), runs.hire({ database: second })]

  while ((await runs.due()).length > 0) await Promise.all([one, other, one].map(worker => worker.work()))

  expect(await count('emails')).toBe(100)
  expect(await count('workflow_run_steps')).toBe(100)
  expect((await runs.runsOf(workflowId)).every(({ state }) => state === 'completed')).toBe(true)
})

test('a worker that crashes between preparing and moving has done nothing', async () => {
  const workflowId = await twoEmails()
  await runs.addContact()
  const crashing = runs.hire({
    database: {
      ...runs.database,
      transaction: () => Promise.reject(Object.assign(new Error('killed'), { code: '57P01' })),
    },
  })

  await expect(crashing.work()).rejects.toThrow('killed')
  expect(await count('emails')).toBe(0)
  await runs.crash()
  await runs.settle()

  expect(await count('emails')).toBe(2)
  expect((await runs.runOf(workflowId)).state).toBe('completed')
})

test('a failing run does not affect others and is retried later', async () => {
  const workflowId = await twoEmails()
  await runs.addContacts(5)
  const [poisoned] = await runs.runsOf(workflowId)
  // The database refuses to write this run's history.
  await sql`alter table workflow_run_steps add constraint poison check (run_id <> ${sql.lit(poisoned?.id)})`.execute(
    runs.db,
  )

  await runs.settle()

  const states = async () => (await runs.runsOf(workflowId)).map(({ state }) => state)
  expect(await states()).toEqual(['running', 'completed', 'completed', 'completed', 'completed'])
  expect(await count('emails')).toBe(8)
  await sql`alter table workflow_run_steps drop constraint poison`.execute(runs.db)
  await runs.pass(60_000)
  await runs.settle()
  expect(await states()).toEqual(Array(5).fill('completed'))
  expect(await count('emails')).toBe(10)
})

/** The database refuses this state while the work runs. */
async function breaking(state: 'waiting' | 'completed', work: () => Promise<unknown>): Promise<void> {
  const trouble = sql`alter table workflow_runs add constraint trouble check (state <> ${sql.lit(state)}) not valid`
  await trouble.execute(runs.db)
  await work().finally(() => sql`alter table workflow_runs drop constraint trouble`.execute(runs.db))
}

test('a delay or wait that fails when it is entered is entered later, and not shortened', async () => {
  const day = 86_400_000
  const wait: Step = {
    key: 'wait',
    type: 'wait_for_event',
    config: { event: ['contact.updated'], timeout: { days: 1 } },
  }
  const ids = [await runs.addWorkflow([delay('wait', 1)]), await runs.addWorkflow([wait])]
  await runs.addContact()

  await breaking('waiting', () => runs.settle())
  for (const id of ids) expect(await runs.runOf(id)).toMatchObject({ state: 'running', tries: 1, waits_until: null })
  await runs.pass(70_000)
  await runs.settle()

  for (const id of ids) {
    const run = await runs.runOf(id)
    expect(run).toMatchObject({ state: 'waiting', tries: 0 })
    expect(Number(run.waits_until) - Date.now()).toBeGreaterThan(day - 60_000)
  }
})

test('a wait that fails when it is left still gets its event', async () => {
  const workflowId = await runs.addWorkflow([
    { key: 'wait', type: 'wait_for_event', config: { event: ['contact.updated'], timeout: { days: 1 } } },
  ])
  const { id } = await runs.addContact()
  await runs.settle()
  await runs.database.transaction(tx =>
    changeContacts(tx, [
      {
        environmentId: runs.live.environmentId,
        id,
        asked: { first_name: 'Ada' },
        by: sourceOf(runs.live),
        at: new Date(),
      },
    ]),
  )

  await breaking('completed', () => runs.settle())
  expect(await runs.runOf(workflowId)).toMatchObject({ state: 'waiting', tries: 1 })
  await runs.pass(70_000)
  await runs.settle()

  const run = await runs.runOf(workflowId)
  expect(run.state).toBe('completed')
  expect(await runs.historyOf(run.id)).toMatchObject([{ detail: { type: 'contact.updated' } }])
})

test('a run that becomes due while the workflow is paused is parked unchanged', async () => {
  const workflowId = await runs.addWorkflow([delay('wait', 1), email('mail')], [['wait', 'mail']])
  const contact = await runs.addContact()
  await runs.settle()

  await runs.setStatus(workflowId, 'paused')
  await runs.pass(86_400_000)
  await runs.settle()
  expect(await runs.runOf(workflowId)).toMatchObject({ state: 'waiting', step: 'wait', parked: true, due_at: null })
  await runs.setStatus(workflowId, 'active')
  await sql`update workflow_runs set parked = false, due_at = now()`.execute(runs.db)
  await runs.pass(0)
  await runs.settle()

  expect((await runs.runOf(workflowId)).state).toBe('completed')
  expect(await runs.emailsTo(contact.email ?? '')).toHaveLength(1)
})

test('pausing the workflow or deleting the contact at the last moment takes effect', async () => {
  const workflowId = await twoEmails()
  const contact = await runs.addContact()
  const late = (work: () => Promise<unknown>) =>
    runs.hire({
      // This is called when emails are prepared.
      checkSender: async () => {
        await work()
        return { isAllowed: true, requiresTls: false }
      },
    })
  const delete1 = () =>
    runs.database.transaction(tx => removeContact(tx, runs.live, new Date(), contact.id)).catch(() => {})

  await late(delete1).work()
  await runs.addContact()
  await late(() => runs.setStatus(workflowId, 'paused')).work()

  expect(await runs.runsOf(workflowId)).toMatchObject([{ state: 'stopped' }, { state: 'running', parked: true }])
  expect(await count('emails')).toBe(0)
})

test('TLS requirements of the sender’s domain apply to workflow emails, too', async () => {
  await runs.addWorkflow([email('mail')], [])
  const contact = await runs.addContact()

  await runs.hire({ checkSender: async () => ({ isAllowed: true, requiresTls: true }) }).work()

  expect(await runs.emailsTo(contact.email ?? '')).toMatchObject([{ requireTls: true }])
})

test('a run without credits is retried until there are some', async () => {
  const poor = await poorCaller()
  const workflowId = await runs.addWorkflow([email('mail')], [], poor.caller)
  const contact = await runs.addContact({}, poor.caller)
  await runs.settle()
  const waiting = await runs.runOf(workflowId)
  expect(waiting).toMatchObject({ state: 'waiting', step: 'mail', tries: 1, nth: 1 })
  expect(await runs.historyOf(waiting.id)).toMatchObject([
    { left_at: null, detail: { tries: 1, error: expect.stringMatching(/credit/) } },
  ])
  await runs.pass(60_000)
  await runs.settle()
  expect(await runs.runOf(workflowId)).toMatchObject({ state: 'waiting', tries: 2 })

  await runs.database.transaction(tx =>
    addCredits(tx, systemClock(), { organizationId: poor.organizationId, credits: 10 }),
  )
  await runs.pass(5 * 60_000)
  await runs.settle()

  const run = await runs.runOf(workflowId)
  expect(run).toMatchObject({ state: 'completed', tries: 0 })
  const [sent] = await runs.emailsTo(contact.email ?? '')
  expect(await runs.historyOf(run.id)).toMatchObject([{ left_at: expect.any(Date), detail: { email_id: sent?.id } }])
})

test('a run without credits for a day fails with the reason', async () => {
  const poor = await poorCaller()
  const workflowId = await runs.addWorkflow([email('mail')], [], poor.caller)
  await runs.addContact({}, poor.caller)
  await runs.settle()

  for (let nth = 0; nth < 26; nth++) {
    await runs.pass(2 * 3_600_000)
    await runs.settle()
  }

  expect(await runs.runOf(workflowId)).toMatchObject({ state: 'failed', error: expect.stringMatching(/balance/) })
})

async function poorCaller() {
  const { live, organizationId } = await createCallers(runs.database)
  await runs.database.transaction(tx => addCredits(tx, systemClock(), { organizationId, credits: 1 }))
  await sql`update credit_accounts set granted = 0, added = 0 where organization_id = ${organizationId}`.execute(
    runs.db,
  )
  return { caller: live, organizationId }
}

test('a stopped run does not continue, and stopping again changes nothing', async () => {
  const workflowId = await runs.addWorkflow(
    [
      { key: 'wait', type: 'wait_for_event', config: { event: ['contact.updated'], timeout: { days: 1 } } },
      email('mail'),
    ],
    [['wait', 'mail', 'timeout']],
  )
  await runs.addContact()
  await runs.settle()
  const { id: runId } = await runs.runOf(workflowId)
  const stop = (at: Date) => runs.database.transaction(tx => stopRun(tx, runs.live, at, { workflowId, runId }))

  const stopped = await stop(systemClock())
  await stop(new Date(systemClock().getTime() + 1_000))
  await runs.pass(2 * 86_400_000)
  await runs.settle()

  expect(stopped).toMatchObject({
    state: 'stopped',
    step: null,
    history: [{ step: 'wait', leftAt: stopped.finishedAt }],
  })
  expect(await runs.runOf(workflowId)).toMatchObject({ finished_at: stopped.finishedAt, due_at: null })
  expect(await runs.db.selectFrom('workflow_waits').selectAll().execute()).toEqual([])
  expect(await count('emails')).toBe(0)
})

test('runs held by crashed workers do not fail: they continue later each time, and alone', async () => {
  const workflowId = await twoEmails()
  await runs.addContacts(3)
  const broken = runs.hire()
  const crashesAndPauses = async () =>
    (
      await sql<{ crashes: number; isDue: boolean }>`
        select crashes, due_at <= now() as "isDue" from workflow_runs where workflow_id = ${workflowId}`.execute(
        runs.db,
      )
    ).rows

  await broken.take()
  await runs.crash()
  expect(await crashesAndPauses()).toEqual(Array(3).fill({ crashes: 1, isDue: true }))
  await broken.take()
  await runs.crash()
  expect(await crashesAndPauses()).toEqual(Array(3).fill({ crashes: 2, isDue: false }))
  await runs.pass(1_500)
  expect(await broken.take(), 'they wait until they are due').toEqual([])
  expect(await runs.hire().work(takeSuspects)).toBe(3)
  await runs.settle()

  expect((await runs.runsOf(workflowId)).map(({ state, crashes }) => [state, crashes])).toEqual(
    Array(3).fill(['completed', 0]),
  )
  expect(await count('emails')).toBe(6)
})

test('a run whose content crashes the renderer fails after three attempts with the reason; the others continue', async () => {
  const { subject: _subject, text: _text, ...rest } = email('one').config as Record<string, unknown>
  const config = { ...rest, template_id: newId(new Date()) }
  // `as`: subject and text come from the template.
  const workflowId = await runs.addWorkflow([{ key: 'one', type: 'send_email', config } as Step])
  const poison = await runs.addContact()
  await runs.addContacts(2)
  const worker = runs.hire({
    async renderTemplates(wanted) {
      if (wanted.some(({ recipient }) => recipient === poison.email)) throw new ProcessCrashed('crash')
      return wanted.map(() => ({ templateId: newId(new Date()), subject: 'Hello', html: null, text: 'Hello' }))
    },
  })
  const states = async () => (await runs.runsOf(workflowId)).map(({ state }) => state)

  for (const pauseMs of [0, 10_000, 60_000]) {
    await runs.pass(pauseMs)
    if (pauseMs > 0) expect(await states()).toEqual(['running', 'completed', 'completed'])
    await runs.settle(worker)
  }

  expect(await states()).toEqual(['failed', 'completed', 'completed'])
  expect((await runs.runsOf(workflowId))[0]).toMatchObject({
    error: 'Its content crashed the rendering process three times.',
  })
})
