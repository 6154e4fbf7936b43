import type { WorkflowCreate, WorkflowUpdate } from '@posthorn/contract/workflows/workflows'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { audited } from '#resources/account/audit-log/audited.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { removeSegment } from '#resources/audience/segments/change.ts'
import { createSegment } from '#resources/audience/segments/create.ts'
import { removeTopic } from '#resources/audience/topics/change.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { changeTemplate, removeTemplate } from '#resources/messages/templates/change.ts'
import { createTemplate } from '#resources/messages/templates/create.ts'
import { compileHere, textHere } from '#resources/messages/templates/text-here.fixture.ts'
import { asking } from '../../../../testing/asking.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { untilLockWait } from '../../../../testing/locks.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { changeWorkflow } from './change.ts'
import { createWorkflow } from './create.ts'
import { readWorkflow, readWorkflows } from './read.ts'
import { removeWorkflow } from './remove.ts'
import { readRuns } from './runs/read-runs.ts'
import { stoppedAt, stopRun } from './stop.ts'

const activation = { addresses: 'public', templateText: textHere } as const
let database: Database
let live: Caller
let tester: Caller
let stranger: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  const callers = await createCallers(database)
  live = callers.live
  tester = callers.test
  stranger = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
const later = new Date('2026-11-15T13:00:00.000Z')
const create = (asked: Partial<WorkflowCreate>, caller = live) =>
  database.transaction(tx => createWorkflow(tx, caller, now, { name: 'Welcome', ...asked }, activation))
const change = (id: string, asked: WorkflowUpdate, caller = live) =>
  database.transaction(tx => changeWorkflow(tx, caller, later, id, asked, activation))
const pathsOf = async (work: Promise<unknown>): Promise<string[]> => {
  const refusal = await work.then(
    () => undefined,
    error => error,
  )
  expect(refusal).toBeInstanceOf(Refusal)
  return refusal.details.map(({ path }: { path: string }) => path)
}

const wait = { key: 'wait', type: 'delay', config: { days: 1 } }
const aDay = { steps: [wait], connections: [] }
const twoDays = { steps: [{ ...wait, config: { days: 2 } }], connections: [] }
const created = { trigger_config: { type: 'contact_created' }, workflow_definition: aDay }

const versionsOf = async (id: string) => {
  const { rows } = await sql<{ version: number; trigger: object; definition: object; first: string }>`
    select version, trigger, definition, first_step as first from workflow_versions where workflow_id = ${id}
    order by version`.execute(database.db)
  return rows
}
const jobsOf = async (task: string, workflowId: string) => {
  const { rows } = await sql<{ payload: object }>`
    select payload from jobs where task = ${task} and payload ->> 'workflowId' = ${workflowId}`.execute(database.db)
  return rows.map(({ payload }) => payload)
}

test('a draft holds any JSON, and none of it is stored as a version', async () => {
  const anything = { steps: 'none yet', connections: [{ from: { deep: [null, 1] } }] }

  const draft = await create({ trigger_config: ['some', 'thing'], workflow_definition: anything })

  expect(draft).toMatchObject({ status: 'draft', version: 1, triggerType: null, triggerConfig: ['some', 'thing'] })
  expect(await readWorkflow(database.db, live, draft.id)).toEqual(draft)
  expect(await versionsOf(draft.id)).toEqual([])
})

test('the trigger type is read from the config or from trigger_type', async () => {
  expect((await create({ trigger_config: { type: 'time_based' } })).triggerType).toBe('time_based')
  expect((await create({ trigger_type: 'contact_created' })).triggerType).toBe('contact_created')
  expect((await create({ trigger_config: { type: 'something_else' } })).triggerType).toBeNull()
  const two = { trigger_type: 'contact_created', trigger_config: { type: 'time_based' } } as const
  expect(await pathsOf(create(two))).toEqual(['trigger_type'])
  const { id } = await create({ trigger_config: { type: 'time_based' } })
  expect(await pathsOf(change(id, { trigger_type: 'contact_created' }))).toEqual(['trigger_type'])
  expect((await change(id, { trigger_config: { type: 'contact_created' } })).triggerType).toBe('contact_created')
})

test('a workflow created active is stored as its first version', async () => {
  const workflow = await create({ ...created, status: 'active' })

  expect(workflow).toMatchObject({ status: 'active', version: 1, nextFireAt: null })
  expect(await versionsOf(workflow.id)).toEqual([
    { version: 1, trigger: { type: 'contact_created', reentry: 'once' }, definition: aDay, first: 'wait' },
  ])
})

test('a workflow with faults does not become active; all faults are reported and it stays unchanged', async () => {
  const unfit = {
    trigger_config: { type: 'contact_created', topic: 'x' },
    workflow_definition: { steps: [{ key: 'a', type: 'delay', config: {} }], connections: [{ from: 'a', to: 'b' }] },
  }
  const draft = await create(unfit)

  const paths = ['trigger_config.topic', 'workflow_definition.connections.0.to', 'workflow_definition.steps.0.config']
  expect(await pathsOf(create({ ...unfit, status: 'active' }))).toEqual(paths)
  expect(await pathsOf(change(draft.id, { status: 'active' }))).toEqual(paths)
  expect(await readWorkflow(database.db, live, draft.id)).toEqual(draft)
  expect(await pathsOf(create({ status: 'active' }))).toEqual(['trigger_config.type', 'workflow_definition.steps'])
})

test('topics and templates must exist, templates be published, and webhook URLs be public', async () => {
  const draft = await database.transaction(tx =>
    createTemplate(tx, live, now, { friendly_name: 'tips', subject: 'Tips', text: 'x', status: 'draft' }, compileHere),
  )
  const theirs = await database.transaction(tx => createTopic(tx, stranger, now, { name: 'theirs' }))
  const sendWith = (template: object) => ({ type: 'send_email', config: { from: 'hello@acme.example', ...template } })
  const definition = {
    steps: [
      { key: 'a', ...sendWith({ template_id: draft.id }) },
      { key: 'b', ...sendWith({ template_friendly_name: 'nowhere' }) },
      { key: 'c', type: 'add_to_topic', config: { topic_id: theirs.id } },
      { key: 'd', type: 'webhook', config: { url: 'http://169.254.169.254/latest' } },
    ],
    connections: ['ab', 'bc', 'cd'].map(([from, to]) => ({ from, to })),
  }

  const asked = { ...created, workflow_definition: definition, status: 'active' } as const
  const at = (nth: number, field: string) => `workflow_definition.steps.${nth}.config.${field}`
  expect(await pathsOf(create(asked))).toEqual([
    at(3, 'url'),
    at(2, 'topic_id'),
    at(0, 'template_id'),
    at(1, 'template_friendly_name'),
  ])
})

test('a template must get every variable it needs; a step that lacks one is named', async () => {
  const { id } = await database.transaction(tx =>
    createTemplate(
      tx,
      live,
      now,
      {
        friendly_name: 'starter',
        subject: 'Hello {{ first_name | default: contact.first_name | default: "there" }}',
        text: '{{ link }} {{ order.number }} {{ trigger.at }} {{ contact.title }} {% if coupon %}{{ coupon }}{% endif %}',
        status: 'published',
      },
      compileHere,
    ),
  )
  const sending = (template: object) => ({
    ...created,
    status: 'active' as const,
    workflow_definition: {
      steps: [{ key: 'a', type: 'send_email', config: { from: 'hello@acme.example', ...template } }],
    },
  })
  const at = 'workflow_definition.steps.0.config.variables'

  expect(await pathsOf(create(sending({ template_id: id })))).toEqual([`${at}.link`, `${at}.order.number`])
  expect(
    await pathsOf(create(sending({ template_friendly_name: 'Starter', variables: { link: 'https://acme.example' } }))),
  ).toEqual([`${at}.order.number`])
  const variables = { link: 'https://acme.example', order: { number: 7 } }
  expect(await create(sending({ template_id: id, variables }))).toMatchObject({ status: 'active' })
})

test('only given fields change, and only a new trigger or definition creates a version', async () => {
  const { id } = await create({ ...created, status: 'active' })

  const named = await change(id, { name: 'Hello', description: 'For everybody' })
  expect(named).toMatchObject({ name: 'Hello', description: 'For everybody', version: 1, updatedAt: later })
  expect((await change(id, { workflow_definition: aDay })).version).toBe(1)
  expect((await change(id, { workflow_definition: twoDays })).version).toBe(2)
  const again = { type: 'contact_created', reentry: 'after_finish' }
  expect((await change(id, { trigger_config: again })).version).toBe(3)
  expect((await versionsOf(id)).map(({ version, trigger, definition }) => [version, trigger, definition])).toEqual([
    [1, { type: 'contact_created', reentry: 'once' }, aDay],
    [2, { type: 'contact_created', reentry: 'once' }, twoDays],
    [3, again, twoDays],
  ])
})

test('a change that would make an active workflow invalid is refused; a paused one accepts it until it is resumed', async () => {
  const { id } = await create({ ...created, status: 'active' })
  const broken = { workflow_definition: { steps: [] } }

  expect(await pathsOf(change(id, broken))).not.toEqual([])
  const paused = await change(id, { ...broken, status: 'paused' })
  expect(paused).toMatchObject({ status: 'paused', version: 2 })
  expect(await pathsOf(change(id, { status: 'active' }))).not.toEqual([])
  expect(await change(id, { workflow_definition: twoDays, status: 'active' })).toMatchObject({ version: 3 })
  expect((await versionsOf(id)).map(({ version }) => version)).toEqual([1, 3])
})

test('resuming a workflow unparks its runs', async () => {
  const { id } = await create(created)
  await change(id, { status: 'active' })
  await change(id, { status: 'active', workflow_definition: twoDays })
  await change(id, { status: 'paused' })
  expect(await jobsOf('unpark_runs', id)).toEqual([])

  await change(id, { status: 'active' })

  expect(await jobsOf('unpark_runs', id)).toEqual([{ environmentId: live.environmentId, workflowId: id }])
})

test('an active workflow cannot become a draft, and a draft cannot be paused', async () => {
  const active = await create({ ...created, status: 'active' })
  const draft = await create(created)

  await expect(change(active.id, { status: 'draft' })).rejects.toMatchObject({ code: 'invalid_state' })
  await expect(change(draft.id, { status: 'paused' })).rejects.toMatchObject({ code: 'invalid_state' })
  await change(active.id, { status: 'paused' })
  await expect(change(active.id, { status: 'draft' })).rejects.toMatchObject({ code: 'invalid_state' })
  expect(await pathsOf(create({ ...created, status: 'paused' }))).toEqual(['status'])
})

const daily = { type: 'time_based', cron: '0 9 * * *', timezone: 'UTC' }

test('an active schedule has a next fire time, a paused one has none, and a changed trigger gets a new one', async () => {
  const workflow = await create({ trigger_config: daily, workflow_definition: aDay, status: 'active' })
  expect(workflow.nextFireAt).toEqual(new Date('2026-11-16T09:00:00.000Z'))

  expect((await change(workflow.id, { workflow_definition: twoDays })).nextFireAt).toEqual(workflow.nextFireAt)
  expect((await change(workflow.id, { status: 'paused' })).nextFireAt).toBeNull()
  const resumed = await change(workflow.id, { status: 'active', trigger_config: { ...daily, cron: '0 14 * * *' } })
  expect(resumed.nextFireAt).toEqual(new Date('2026-11-15T14:00:00.000Z'))
})

test('a due fire is kept when a step changes', async () => {
  const { id } = await create({ trigger_config: daily, workflow_definition: aDay, status: 'active' })
  const due = new Date('2026-11-15T09:00:00.000Z')
  await sql`update workflows set next_fire_at = ${due} where id = ${id}`.execute(database.db)

  expect((await change(id, { workflow_definition: twoDays })).nextFireAt).toEqual(due)
})

test('with an advanced clock, a schedule follows that clock', async () => {
  await sql`update environments set clock_ahead_ms = 18000000 where id = ${tester.environmentId}`.execute(database.db)

  // It is 12:00, and the environment’s clock shows 17:00.
  const cron = '30 17 * * *'
  const asked = { trigger_config: { ...daily, cron }, workflow_definition: aDay, status: 'active' } as const
  const { nextFireAt } = await create(asked, tester)

  expect(nextFireAt).toEqual(new Date('2026-11-15T12:30:00.000Z'))
})

test('a deleted workflow is gone, and a job deletes its runs', async () => {
  const { id } = await create({ ...created, status: 'active' })
  const remove = () => database.transaction(tx => removeWorkflow(tx, live, id))

  await remove()

  await expect(remove()).rejects.toMatchObject({ code: 'not_found' })
  await expect(readWorkflow(database.db, live, id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await jobsOf('delete_workflow_runs', id)).toEqual([{ environmentId: live.environmentId, workflowId: id }])
})

test('other organizations cannot see, change or delete a workflow', async () => {
  const { id } = await create(created)
  const refusal = { code: 'not_found', details: { resource: 'workflow' } }

  for (const other of [stranger, tester]) {
    await expect(readWorkflow(database.db, other, id)).rejects.toMatchObject(refusal)
    await expect(change(id, { name: 'x' }, other)).rejects.toMatchObject(refusal)
    await expect(database.transaction(tx => removeWorkflow(tx, other, id))).rejects.toMatchObject(refusal)
    await expect(readRuns(database.db, other, id, page, {})).rejects.toMatchObject(refusal)
  }
  await expect(change('x', {})).rejects.toMatchObject(refusal)
})

const page = { limit: 10, before: undefined }

test('the list is newest first and can be filtered by status', async () => {
  const { live: caller } = await createCallers(database)
  const draft = await create({ name: 'a' }, caller)
  const active = await create({ ...created, status: 'active' }, caller)

  const idsOf = async (filters: Parameters<typeof readWorkflows>[3]) =>
    (await readWorkflows(database.db, caller, page, filters)).map(({ id }) => id)
  expect((await idsOf({})).toSorted()).toEqual([draft.id, active.id].toSorted())
  expect(await idsOf({ status: 'active' })).toEqual([active.id])
  expect(await idsOf({ status: 'paused' })).toEqual([])
})

async function aRun(caller = live, at = now) {
  const { id } = await create({ ...created, status: 'active' }, caller)
  const asked = { email: `${id}@example.com` }
  const [contact] = await database.transaction(tx => createContacts(tx, [{ caller, asked, now: at }]))
  if (!contact || contact instanceof Refusal) throw new Error('refused')
  const [run] = await readRuns(database.db, caller, id, page, {})
  if (!run) throw new Error('no run has started')
  return { workflowId: id, contactId: contact.id, run }
}

test('a run that has just started shows its current step', async () => {
  const { workflowId, contactId, run } = await aRun()

  expect(run).toMatchObject({ workflowId, contactId, version: 1, state: 'running', step: 'wait', nextAt: null })
  expect(run.trigger).toEqual({ type: 'contact_created', fired_at: now.toISOString() })
  const open = { nth: 1, step: 'wait', type: 'delay', enteredAt: now, leftAt: null, leftBy: null, detail: {} }
  expect(run.history).toEqual([open])
})

test('runs can be filtered by state and contact', async () => {
  const { workflowId, contactId, run } = await aRun()

  const idsOf = async (filters: Parameters<typeof readRuns>[4]) =>
    (await readRuns(database.db, live, workflowId, page, filters)).map(({ id }) => id)
  expect(await idsOf({ state: 'running', contactId })).toEqual([run.id])
  expect(await idsOf({ state: 'completed' })).toEqual([])
  expect(await idsOf({ contactId: workflowId })).toEqual([])
  expect(await idsOf({ contactId: 'x' })).toEqual([])
})

test('a wait is shown by the environment’s clock, and a parked one has no next time', async () => {
  await sql`update environments set clock_ahead_ms = 60000 where id = ${tester.environmentId}`.execute(database.db)
  const { workflowId, run } = await aRun(tester)
  const read = async () => (await readRuns(database.db, tester, workflowId, page, {}))[0]
  await sql`update workflow_runs set state = 'waiting', waits_until = ${later}, due_at = ${later} where id = ${run.id}
    `.execute(database.db)
  expect((await read())?.nextAt).toEqual(new Date('2026-11-15T13:01:00.000Z'))

  await sql`update workflow_runs set parked = true, due_at = null where id = ${run.id}`.execute(database.db)
  expect((await read())?.nextAt).toBeNull()
})

test('a run shows its last 200 steps, oldest first', async () => {
  const { workflowId, run } = await aRun()
  await sql`
    insert into workflow_run_steps (environment_id, run_id, nth, step, type, entered_at, left_at, left_by)
    select ${live.environmentId}, ${run.id}, nth, 'wait', 'delay', ${now}, ${now}, 'default'
    from generate_series(1, 250) nth`.execute(database.db)
  await sql`update workflow_runs set nth = 251 where id = ${run.id}`.execute(database.db)

  const [shown] = await readRuns(database.db, live, workflowId, page, {})

  expect(shown?.history.map(({ nth }) => nth)).toEqual(Array.from({ length: 200 }, (_, index) => index + 52))
  expect(shown?.history.at(-1)?.leftAt).toBeNull()
})

test('a run that is stopped twice is in the audit log once', async () => {
  const { workflowId, run } = await aRun()
  const { change } = asking(live, 'workflow.run_stopped', workflowId)
  const stop = (at: Date) =>
    audited(database, change, tx => stopRun(tx, live, at, { workflowId, runId: run.id }), stoppedAt(at))

  await stop(later)
  await stop(new Date(later.getTime() + 1_000))

  const entries = database.db.selectFrom('audit_log').select('action').where('object_id', '=', workflowId)
  expect(await entries.execute()).toEqual([{ action: 'workflow.run_stopped' }])
})

test('a stopped run ends in its current step', async () => {
  const { workflowId, run } = await aRun()
  const stop = (caller = live, ids = { workflowId, runId: run.id }) =>
    database.transaction(tx => stopRun(tx, caller, later, ids))

  const stopped = await stop()

  expect(stopped).toMatchObject({ state: 'stopped', step: null, nextAt: null, finishedAt: later })
  expect(stopped.history).toMatchObject([{ step: 'wait', leftAt: later, leftBy: null }])
  expect(await stop()).toEqual(stopped)
  const other = await create(created)
  const refusal = { code: 'not_found', details: { resource: 'workflow_run' } }
  await expect(stop(live, { workflowId: other.id, runId: run.id })).rejects.toMatchObject(refusal)
  await expect(stop(live, { workflowId, runId: 'x' })).rejects.toMatchObject(refusal)
  await expect(stop(stranger)).rejects.toMatchObject({ code: 'not_found', details: { resource: 'workflow' } })
})

test('at most two hundred workflows are active; pausing one makes room for another', async () => {
  const { live: busy } = await createCallers(database)
  const first = await create({ ...created, status: 'active' }, busy)
  const waiting = await create(created, busy)
  await sql`
    insert into workflows (environment_id, id, name, status, trigger_type, version, created_at, updated_at)
    select environment_id, gen_random_uuid(), name, status, trigger_type, version, created_at, updated_at
    from workflows, generate_series(1, 199) where id = ${first.id}`.execute(database.db)
  const tooMany = { code: 'invalid_state', message: expect.stringMatching(/^200 workflows are active already/) }

  await expect(change(waiting.id, { status: 'active' }, busy)).rejects.toMatchObject(tooMany)
  await expect(create({ ...created, status: 'active' }, busy)).rejects.toMatchObject(tooMany)
  await change(first.id, { ...created, workflow_definition: twoDays }, busy)
  await change(first.id, { status: 'paused' }, busy)
  expect(await change(waiting.id, { status: 'active' }, busy)).toMatchObject({ status: 'active' })
})

const inTrigger = (noun: string, id: string) => ({
  ...{ status: 'active' as const, workflow_definition: aDay },
  trigger_config: { type: 'time_based', cron: '@daily', timezone: 'UTC', [`${noun}_id`]: id },
})
const inCondition = (noun: string, id: string) => {
  const config = { any: [{ field: `contact.${noun}s`, operator: 'contains', value: id }] }
  const workflow_definition = { steps: [{ key: 'asks', type: 'condition', config }], connections: [] }
  return { status: 'active' as const, ...created, workflow_definition }
}

describe.each([
  ['topic', 'trigger', { make: createTopic, remove: removeTopic, name: inTrigger }],
  ['topic', 'condition', { make: createTopic, remove: removeTopic, name: inCondition }],
  ['segment', 'trigger', { make: createSegment, remove: removeSegment, name: inTrigger }],
  ['segment', 'condition', { make: createSegment, remove: removeSegment, name: inCondition }],
])('a %s and a workflow that names it in a %s, at the same time:', (noun, place, { make, remove, name }) => {
  const using = (id: string) => name(noun, id)

  test('once the workflow is saved, it cannot be deleted', async () => {
    const { id } = await database.transaction<{ id: string }>(tx =>
      make(tx, live, now, { name: `Kept ${noun} of a ${place}` }),
    )
    let removal: Promise<unknown> = Promise.resolve()

    await database.transaction(async tx => {
      await createWorkflow(tx, live, now, { name: 'Daily', ...using(id) }, activation)
      removal = database.transaction(other => remove(other, live, id)).catch(error => error)
      await untilLockWait(database.db)
    })

    expect(await removal).toMatchObject({ code: 'invalid_state', details: { used_by: ['the workflow Daily'] } })
  })

  test('once it is deleted, the workflow cannot become active', async () => {
    const { id } = await database.transaction<{ id: string }>(tx =>
      make(tx, live, now, { name: `Deleted ${noun} of a ${place}` }),
    )
    const draft = await create({})
    let saved: Promise<unknown> = Promise.resolve()

    await database.transaction(async tx => {
      await remove(tx, live, id)
      saved = change(draft.id, using(id)).catch(error => error)
      await untilLockWait(database.db)
    })

    expect(await saved).toMatchObject({ details: [{ message: `is not the id of a ${noun}` }] })
  })
})

describe('a template that a workflow sends', () => {
  const make = (name: string) =>
    database.transaction(tx =>
      createTemplate(tx, live, now, { friendly_name: name, subject: 'Hello', text: 'x' }, compileHere),
    )
  const remove = (id: string) => database.transaction(tx => removeTemplate(tx, live, id))
  const rename = (id: string, name: string) =>
    database.transaction(tx => changeTemplate(tx, live, later, id, { friendly_name: name }, compileHere))
  const sending = (template: object) => ({
    ...{ name: 'Series', status: 'active' as const, ...created },
    workflow_definition: {
      steps: [{ key: 'mail', type: 'send_email', config: { from: 'hello@acme.example', ...template } }],
      connections: [],
    },
  })
  const inUse = { code: 'invalid_state', details: { used_by: ['the workflow Series'] } }

  test('by id or by name cannot be deleted, until the workflow is', async () => {
    const [byId, byName] = [await make('By id'), await make('By name')]
    const using = [
      await create(sending({ template_id: byId.id })),
      await create(sending({ template_friendly_name: 'BY NAME' })),
    ]

    for (const { id } of [byId, byName]) await expect(remove(id)).rejects.toMatchObject(inUse)
    for (const { id } of using) await database.transaction(tx => removeWorkflow(tx, live, id))
    for (const { id } of [byId, byName]) await remove(id)
  })

  test('by name cannot be renamed, except in case; by id it can', async () => {
    const [byId, byName] = [await make('Sent by id'), await make('Sent by name')]
    const using = [
      await create(sending({ template_id: byId.id })),
      await create(sending({ template_friendly_name: 'sent BY name' })),
    ]

    await expect(rename(byName.id, 'Other')).rejects.toMatchObject(inUse)
    expect(await rename(byName.id, 'SENT by name')).toMatchObject({ friendlyName: 'SENT by name' })
    expect(await rename(byId.id, 'Renamed')).toMatchObject({ friendlyName: 'Renamed' })
    for (const { id } of using) await database.transaction(tx => removeWorkflow(tx, live, id))
    expect(await rename(byName.id, 'Other')).toMatchObject({ friendlyName: 'Other' })
  })

  test('by name cannot be renamed while the workflow is being saved', async () => {
    const { id } = await make('Racing rename')
    let renaming: Promise<unknown> = Promise.resolve()
    await database.transaction(async tx => {
      await createWorkflow(tx, live, now, sending({ template_friendly_name: 'Racing rename' }), activation)
      renaming = rename(id, 'Elsewhere').catch(error => error)
      await untilLockWait(database.db)
    })

    expect(await renaming).toMatchObject(inUse)
  })

  test('cannot be deleted while the workflow is being saved, by id or by name', async () => {
    const { id } = await make('Racing')
    for (const named of [{ template_id: id }, { template_friendly_name: 'racing' }]) {
      let removal: Promise<unknown> = Promise.resolve()
      const workflow = await database.transaction(async tx => {
        const saved = await createWorkflow(tx, live, now, sending(named), activation)
        removal = remove(id).catch(error => error)
        await untilLockWait(database.db)
        return saved
      })

      expect(await removal).toMatchObject(inUse)
      await database.transaction(tx => removeWorkflow(tx, live, workflow.id))
    }
  })
})
