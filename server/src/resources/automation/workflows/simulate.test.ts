import type { Permission } from '@posthorn/contract/permissions'
import type { WorkflowSimulate } from '@posthorn/contract/workflows/workflows'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Database } from '#postgres/database.ts'
import { createContacts } from '#resources/audience/contacts/create.ts'
import { recordCustomEvents } from '#resources/audience/contacts/custom-events/record.ts'
import { createSegment } from '#resources/audience/segments/create.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { advanceClock } from '#resources/automation/test-clock/advance.ts'
import { anyLinks } from '#resources/messages/emails/link-check.ts'
import { anySender } from '#resources/messages/emails/senders.ts'
import { createTemplate } from '#resources/messages/templates/create.ts'
import { templateRenderer } from '#resources/messages/templates/renderer.ts'
import { compileHere, textHere } from '#resources/messages/templates/text-here.fixture.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { openTestDatabase } from '../../../../testing/postgres.ts'
import { createWorkflow } from './create.ts'
import { simulateWorkflow } from './simulate.ts'

let database: Database
let live: Caller
beforeAll(async () => {
  database = await openTestDatabase(inject('clusterUrl'))
  live = (await createCallers(database)).live
})
afterAll(() => database[Symbol.asyncDispose]())

const now = new Date('2026-11-15T12:00:00.000Z')
const from = '2026-11-15T09:00:00.000Z'
const dayLater = (days: number) => new Date(Date.parse(from) + days * 86_400_000).toISOString()

type Workflow = { steps: readonly object[]; ways?: readonly (readonly [string, string, string?])[]; trigger?: object }
const draft = ({ steps, ways = [], trigger = { type: 'contact_created' } }: Workflow, caller = live) => {
  const connections = ways.map(([one, to, type]) => ({ from: one, to, ...(type && { type }) }))
  const asked = { name: 'x', trigger_config: trigger, workflow_definition: { steps, connections } }
  return database.transaction(tx =>
    createWorkflow(tx, caller, now, asked, { addresses: 'public', templateText: textHere }),
  )
}
const ada = { email: 'ada@acme.example', first_name: 'Ada', phone_number: '+14155552671' }
async function simulate(workflow: Workflow, asked: WorkflowSimulate = { contact: ada }, caller = live) {
  const { id } = await draft(workflow, caller)
  const renderTemplates = templateRenderer(database.db, textHere)
  const parts = {
    database,
    addresses: 'public',
    checkSender: anySender,
    links: anyLinks,
    renderTemplates,
    templateText: textHere,
  } as const
  return simulateWorkflow(parts, caller, now, id, { from, ...asked })
}

const sender = 'Acme <hello@acme.example>'
const hello = {
  key: 'hello',
  type: 'send_email',
  config: { from: sender, subject: 'Hello {{ contact.first_name }}', html: '<p>{{ contact.first_name }} &amp; us</p>' },
}
const text = { key: 'text', type: 'send_sms', config: { from: '+14155550100', body: 'Hi {{ contact.first_name }}!' } }
const wait = { key: 'wait', type: 'delay', config: { days: 1 } }
const opened = { key: 'opened', type: 'wait_for_event', config: { event: 'email.opened', timeout: { days: 2 } } }
const ifOpened = {
  key: 'check',
  type: 'condition',
  config: { field: 'steps.hello.opened', operator: 'eq', value: true },
}

test('each step is shown with its time, its way out and its content', async () => {
  const done = { key: 'done', type: 'exit', config: { reason: 'reached by text' } }
  const sequence = {
    steps: [wait, hello, opened, text, done],
    ways: [
      ['wait', 'hello'],
      ['hello', 'opened'],
      ['opened', 'text', 'timeout'],
      ['text', 'done'],
    ],
  } as const

  const shown = await simulate(sequence)

  expect(shown).toEqual({
    would_start: true,
    steps: [
      { step: 'wait', type: 'delay', at: from, left_by: 'default', because: `It waits until ${dayLater(1)}.` },
      {
        step: 'hello',
        type: 'send_email',
        at: dayLater(1),
        left_by: 'default',
        would: { to: ada.email, from: sender, subject: 'Hello Ada', html: '<p>Ada &amp; us</p>' },
      },
      {
        step: 'opened',
        type: 'wait_for_event',
        at: dayLater(1),
        left_by: 'timeout',
        because: `Nothing comes until ${dayLater(3)}: email.opened.`,
      },
      {
        step: 'text',
        type: 'send_sms',
        at: dayLater(3),
        left_by: 'default',
        would: { to: ada.phone_number, from: '+14155550100', body: 'Hi Ada!', segments: 1 },
      },
      { step: 'done', type: 'exit', at: dayLater(3), left_by: null, because: 'reached by text' },
    ],
    ends_at: dayLater(3),
    end: 'The run exits at done: reached by text.',
  })
})

test('nothing is sent, stored or changed', async () => {
  const counts = () =>
    sql`select (select count(*) from emails) + (select count(*) from sms) + (select count(*) from events)
      + (select count(*) from workflow_runs) + (select count(*) from jobs) as sum`.execute(database.db)
  const before = (await counts()).rows

  await simulate({ steps: [hello, text], ways: [['hello', 'text']] })

  expect((await counts()).rows).toEqual(before)
})

test('an email is assumed delivered and unopened, and assumptions about waits apply to later conditions', async () => {
  const workflow: Workflow = {
    steps: [hello, opened, ifOpened],
    ways: [
      ['hello', 'opened'],
      ['opened', 'check', 'event_received'],
      ['opened', 'check', 'timeout'],
    ],
  }
  const lastOf = async (assume?: WorkflowSimulate['assume']) =>
    (await simulate(workflow, { contact: ada, ...(assume && { assume }) })).steps.at(-1)

  expect(await lastOf()).toMatchObject({ at: dayLater(2), because: 'steps.hello.opened is false, not true.' })
  expect(await lastOf({ opened: 'event_received' })).toMatchObject({ at: from, because: 'steps.hello.opened is true.' })
  expect(await lastOf({ check: 'condition_met' })).toMatchObject({ because: 'Assumed.' })
})

test('an assumption must name a step and one of its ways out', async () => {
  const workflow: Workflow = { steps: [hello, wait], ways: [['hello', 'wait']] }

  const asked = simulate(workflow, { contact: ada, assume: { nowhere: 'timeout', wait: 'timeout' } })

  await expect(asked).rejects.toMatchObject({ details: [{ path: 'assume.nowhere' }, { path: 'assume.wait' }] })
})

test('steps change the simulated contact, and conditions and texts use the change', async () => {
  const topic = await database.transaction(tx => createTopic(tx, live, now, { name: 'news' }))
  const rename = { key: 'rename', type: 'update_contact', config: { first_name: 'Grace', email_subscribed: false } }
  const join = { key: 'join', type: 'add_to_topic', config: { topic_id: topic.id } }
  const joined = {
    key: 'joined',
    type: 'condition',
    config: { field: 'contact.topics', operator: 'contains', value: topic.id },
  }

  const { steps } = await simulate({
    steps: [rename, join, joined, hello],
    ways: [
      ['rename', 'join'],
      ['join', 'joined'],
      ['joined', 'hello', 'condition_met'],
    ],
  })

  expect(steps.map(({ would }) => would)).toEqual([
    {
      before: { first_name: 'Ada', email_subscribed: true },
      after: { first_name: 'Grace', email_subscribed: false },
    },
    { topic_id: topic.id, before: false, after: true },
    undefined,
    expect.objectContaining({ subject: 'Hello Grace', suppressed: 'The contact has unsubscribed.' }),
  ])
  const [contact] = (await sql`select id from contacts`.execute(database.db)).rows
  expect(contact).toBeUndefined()
})

test('a step without a recipient is skipped, and the run continues', async () => {
  const shown = await simulate({ steps: [hello, text], ways: [['hello', 'text']] }, { contact: { first_name: 'Ada' } })

  expect(shown.steps.map(({ would }) => would)).toEqual([
    { skipped: 'The contact has no email address.' },
    { skipped: 'The contact has no phone number.' },
  ])
  expect(shown.end).toBe('The run completes after text.')
})

test('a webhook step shows its body', async () => {
  const config = { url: 'https://acme.example/hook', body: { name: '{{ contact.first_name }}', at: 1 } }

  const { steps } = await simulate({ steps: [{ key: 'tell', type: 'webhook', config }] })

  expect(steps[0]?.would).toEqual({ url: config.url, headers: {}, body: { name: 'Ada', at: 1 } })
})

test('a missing variable is refused, in a step and in a template', async () => {
  const asked = { friendly_name: 'named', subject: 'Hello', text: 'Dear {{ contact.last_name }} {{ code }}' }
  await database.transaction(tx => createTemplate(tx, live, now, asked, compileHere))
  const sendIt = { key: 'named', type: 'send_email', config: { from: sender, template_friendly_name: 'named' } }
  const refusal = (path: string) => ({
    code: 'missing_variable',
    details: expect.arrayContaining([{ path, message: expect.any(String) }]),
  })

  await expect(simulate({ steps: [hello] }, { contact: { email: ada.email } })).rejects.toMatchObject(
    refusal('variables.contact.first_name'),
  )
  await expect(simulate({ steps: [sendIt] })).rejects.toMatchObject(refusal('variables.code'))
})

test('the data of an event is given for an event trigger, and is named where it is missing', async () => {
  const paid = { key: 'paid', type: 'send_sms', config: { from: '+14155550100', body: 'Paid {{ trigger.data.sum }}' } }
  const workflow = { steps: [paid], trigger: { type: 'event', event: 'order.paid' } }

  const shown = await simulate(workflow, { contact: ada, trigger_data: { sum: 49.5 } })

  expect(shown.steps).toMatchObject([{ would: { body: 'Paid 49.5' } }])
  await expect(simulate(workflow)).rejects.toMatchObject({ details: [{ path: 'trigger_data.sum' }] })
  const refused = { details: [{ path: 'trigger_data' }] }
  await expect(simulate({ steps: [wait] }, { contact: ada, trigger_data: { sum: 1 } })).rejects.toMatchObject(refused)
  const long = { contact: ada, trigger_data: { sum: 'x'.repeat(5_000) } }
  await expect(simulate(workflow, long)).rejects.toMatchObject(refused)
})

test('the simulation ends where a run would fail, with the reason', async () => {
  const long = { ...text, config: { ...text.config, body: '{{ contact.first_name }}'.repeat(20) } }

  const shown = await simulate(
    { steps: [long, wait], ways: [['text', 'wait']] },
    { contact: { ...ada, first_name: 'x'.repeat(100) } },
  )

  expect(shown.steps).toMatchObject([{ step: 'text', left_by: null, because: expect.stringContaining('2,000') }])
  expect(shown.end).toMatch(/^The run fails in text: The text has 2,000 characters/)
})

test('a loop is simulated for 500 steps', async () => {
  const start = { key: 'start', type: 'delay', config: { seconds: 1 } }

  const shown = await simulate({
    steps: [start, wait],
    ways: [
      ['start', 'wait'],
      ['wait', 'wait'],
    ],
  })

  expect(shown.steps).toHaveLength(500)
  expect(shown.end).toBe('The run would continue; the simulation stops after 500 steps.')
})

test('a draft with faults and a body without exactly one contact are refused', async () => {
  await expect(simulate({ steps: [] })).rejects.toMatchObject({ details: [{ path: 'workflow_definition.steps' }] })
  const nobody = { details: [{ path: 'contact_id' }] }
  await expect(simulate({ steps: [wait] }, {})).rejects.toMatchObject(nobody)
  await expect(simulate({ steps: [wait] }, { contact: ada, contact_id: 'x' })).rejects.toMatchObject(nobody)
  await expect(simulate({ steps: [wait] }, { contact_id: 'x' })).rejects.toMatchObject(nobody)
  const blind = { ...live, permissions: new Set<Permission>(['workflows:write']) }
  await expect(simulate({ steps: [wait] }, { contact_id: 'x' }, blind)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(simulate({ steps: [wait] }, { contact: { topic_ids: ['x'] } })).rejects.toMatchObject({
    details: [{ path: 'contact.topic_ids.0' }],
  })
})

test('a described contact is subscribed to the default topics, unless others are given', async () => {
  const { live: caller } = await createCallers(database)
  const topic = await database.transaction(tx => createTopic(tx, caller, now, { name: 'all', is_default_topic: true }))
  const leave = { key: 'leave', type: 'remove_from_topic', config: { topic_id: topic.id } }
  const wasIn = async (contact: WorkflowSimulate['contact'] & object) =>
    (await simulate({ steps: [leave] }, { contact }, caller)).steps[0]?.would

  expect(await wasIn(ada)).toEqual({ topic_id: topic.id, before: true, after: false })
  expect(await wasIn({ ...ada, topic_ids: [] })).toEqual({ topic_id: topic.id, before: false, after: false })
})

test('whether a run would start depends on the trigger and the contact', async () => {
  const topic = await database.transaction(tx => createTopic(tx, live, now, { name: 'starts' }))
  const member = { ...ada, topic_ids: [topic.id] }
  const startOf = async (trigger: object, contact: WorkflowSimulate['contact'] & object) => {
    const { would_start: starts, end } = await simulate({ steps: [wait], trigger }, { contact })
    expect(end.includes('But it would not start: ')).toBe(!starts)
    return starts
  }
  const named = { type: 'contact_property_changed', property: 'first_name' }
  const added = { type: 'contact_added_to_topic', topic_id: topic.id }
  const removed = { ...added, type: 'contact_removed_from_topic' }
  const weekly = { type: 'time_based', cron: '@weekly', timezone: 'UTC' }

  expect(await startOf(named, ada)).toBe(true)
  expect(await startOf({ ...named, to: 'Ada' }, ada)).toBe(true)
  expect(await startOf({ ...named, to: 'Bea' }, ada)).toBe(false)
  expect(await startOf({ ...named, from: 'Ada' }, ada)).toBe(false)
  expect(await startOf(added, member)).toBe(true)
  expect(await startOf(added, ada)).toBe(false)
  expect(await startOf(removed, member)).toBe(false)
  expect(await startOf(removed, ada)).toBe(true)
  expect(await startOf(weekly, ada)).toBe(true)
  expect(await startOf({ ...weekly, topic_id: topic.id }, ada)).toBe(false)
})

test('a contact belongs to a segment as in a run, also where the clock is ahead', async () => {
  const { test: caller } = await createCallers(database)
  const { contactId, segmentId } = await database.transaction(async tx => {
    const asked = { email: 'buyer@acme.example' }
    const [contact] = await createContacts(tx, [{ caller, asked, now }])
    if (!contact || contact instanceof Refusal) throw new Error('refused')
    await recordCustomEvents(tx, [{ caller, asked: { event: 'order.paid', contact_id: contact.id }, now }])
    const filter = { event: 'order.paid', within_days: 30 }
    const segment = await createSegment(tx, caller, now, { name: 'Buyers', filter })
    await advanceClock(tx, caller, 90 * 86_400)
    return { contactId: contact.id, segmentId: segment.id }
  })
  const buys = {
    ...{ key: 'buys', type: 'condition' },
    config: { field: 'contact.segments', operator: 'contains', value: segmentId },
  }

  const shown = await simulate(
    { steps: [buys, wait], ways: [['buys', 'wait', 'condition_met']] },
    { contact_id: contactId, from: dayLater(91) },
    caller,
  )

  expect(shown.steps).toMatchObject([{ left_by: 'condition_met' }, { step: 'wait' }])
})

test('a contact that has been in the workflow would not start again with reentry once', async () => {
  const workflow = { steps: [wait] }
  const { id: workflowId } = await draft(workflow)
  const asked = { email: 'again@acme.example' }
  const [contact] = await database.transaction(tx => createContacts(tx, [{ caller: live, asked, now }]))
  if (!contact || contact instanceof Refusal) throw new Error('refused')
  const parts = {
    database,
    addresses: 'public',
    checkSender: anySender,
    links: anyLinks,
    renderTemplates: async () => [],
    templateText: textHere,
  } as const
  const startOf = async () =>
    (await simulateWorkflow(parts, live, now, workflowId, { contact_id: contact.id })).would_start
  expect(await startOf()).toBe(true)

  await sql`
    insert into workflow_runs
      (environment_id, id, workflow_id, version, contact_id, state, entered_at, trigger, started_at, finished_at)
    values (${live.environmentId}, gen_random_uuid(), ${workflowId}, 1, ${contact.id}, 'completed', ${now}, '{}', ${now}, ${now})
    `.execute(database.db)

  expect(await startOf()).toBe(false)
})
