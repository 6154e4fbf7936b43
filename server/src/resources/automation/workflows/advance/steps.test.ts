import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { changeContact, removeContact } from '#resources/audience/contacts/change.ts'
import { createField } from '#resources/audience/fields/create.ts'
import { createSegment } from '#resources/audience/segments/create.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { createTemplate } from '#resources/messages/templates/create.ts'
import { compileHere } from '#resources/messages/templates/text-here.fixture.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { eventsOf } from '../../../../../testing/events.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import type { Step } from '../definition/definition.ts'
import { openRuns, type Runs } from './runs.fixture.ts'

let runs: Runs
beforeAll(async () => {
  runs = await openRuns(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => runs[Symbol.asyncDispose]())
beforeEach(() => runs.clear())

const day = 86_400_000
const stream = { message_stream: 'broadcast' } as const
const email = (key: string, special: object = {}): Step => ({
  key,
  type: 'send_email',
  config: { from: 'Acme <news@acme.test>', subject: 'Hello', text: 'Welcome.', ...stream, ...special },
})
const sms = (key: string, body = 'Hi {{ contact.first_name }}'): Step => ({
  key,
  type: 'send_sms',
  config: { from: '+14155550100', body },
})
const delay = (key: string, days: number): Step => ({ key, type: 'delay', config: { days } })
const aTopic = () =>
  runs.database.transaction(tx => createTopic(tx, runs.live, new Date(), { name: newId(new Date()).slice(-20) }))

test('an email is rendered with the contact and the trigger, escaped in html, and the run completes', async () => {
  const content = {
    subject: 'Dear {{ contact.first_name }}',
    html: '<p>{{ contact.first_name }} by {{ trigger.type }} <a href="{{ unsubscribe_url }}">out</a></p>',
    text: undefined,
  }
  const workflowId = await runs.addWorkflow([email('hello', content)])
  const contact = await runs.addContact({ first_name: 'A & B' })

  await runs.settle()

  const [sent] = await runs.emailsTo(contact.email ?? '')
  expect(sent).toMatchObject({ subject: 'Dear A & B', status: 'processing' })
  expect(sent?.html).toMatch(/^<p>A &amp; B by contact_created <a href="https:/)
  const run = await runs.runOf(workflowId)
  expect(run).toMatchObject({ state: 'completed', step: null, due_at: null, error: null })
  expect(await runs.historyOf(run.id)).toMatchObject([{ step: 'hello', left_by: null, detail: { email_id: sent?.id } }])
  expect(await eventsOf(runs.database, run.id)).toMatchObject([
    { type: 'workflow.run_completed', data: { run_id: run.id, workflow_id: workflowId, contact_id: contact.id } },
  ])
})

test('a workflow email is marked as auto-generated, unless its step sets the header', async () => {
  const steps = [email('plain'), email('own', { headers: { 'auto-submitted': 'no', 'X-A': '1' } })]
  await runs.addWorkflow(steps, [['plain', 'own']])
  const contact = await runs.addContact()

  await runs.settle()

  expect((await runs.emailsTo(contact.email ?? '')).map(({ headers }) => headers)).toEqual([
    { 'Auto-Submitted': 'auto-generated' },
    { 'auto-submitted': 'no', 'X-A': '1' },
  ])
})

test('contact properties are used in conditions, changed and printed, with the fallback of the field when unset', async () => {
  const at = new Date()
  await runs.database.transaction(tx => createField(tx, runs.live, at, { key: 'plan', type: 'string' }))
  await runs.database.transaction(tx => createField(tx, runs.live, at, { key: 'seats', type: 'number', fallback: 1 }))
  const asks: Step = {
    key: 'asks',
    type: 'condition',
    config: { field: 'contact.properties.plan', operator: 'eq', value: 'free' },
  }
  const upgrade: Step = { key: 'up', type: 'update_contact', config: { properties: { plan: 'pro' } } }
  const subject = '{{ contact.properties.plan }} with {{ contact.properties.seats }}'
  await runs.addWorkflow(
    [asks, upgrade, email('tell', { subject })],
    [
      ['asks', 'up', 'condition_met'],
      ['up', 'tell'],
    ],
  )
  const contact = await runs.addContact({ properties: { plan: 'free' } })

  await runs.settle()

  expect(await runs.emailsTo(contact.email ?? '')).toMatchObject([{ subject: 'pro with 1' }])
})

test('a template gets its own variables in addition to the contact', async () => {
  const asked = { name: 'Tips', friendly_name: 'tips', subject: '{{ contact.first_name }}: {{ n }}', text: 'x' }
  await runs.database.transaction(tx =>
    createTemplate(tx, runs.live, new Date(), { ...asked, status: 'published' }, compileHere),
  )
  await runs.addWorkflow([
    email('tips', { subject: undefined, text: undefined, template_friendly_name: 'tips', variables: { n: 3 } }),
  ])
  const contact = await runs.addContact({ first_name: 'Ada' })

  await runs.settle()

  expect(await runs.emailsTo(contact.email ?? '')).toMatchObject([{ subject: 'Ada: 3' }])
})

test.each([
  ['a missing variable', { subject: 'Dear {{ contact.first_name }}' }, /contact\.first_name/],
  [
    'a text that takes too long',
    { text: '{% for i in (1..99999) %}{% for j in (1..99999) %}{% endfor %}{% endfor %}' },
    /^text takes longer than 50 ms/,
  ],
  [
    'a list that exceeds the memory limit when printed',
    {
      text: `{% assign a = x %}${'{% assign a = a | concat: a %}'.repeat(13)}{{ a }}`,
      variables: { x: ['y'.repeat(9e4)] },
    },
    /^text cannot be filled in: line 1: a filter takes and makes lists/,
  ],
  ['a line break in the subject', { subject: '{{ "a\nb" }}' }, /subject .*control characters/],
  ['a deleted template', { subject: undefined, text: undefined, template_friendly_name: 'gone' }, /friendly_name/],
  ['a deleted topic', { topic_id: newId(new Date()) }, /topic_id is not the id of a topic/],
])('%s fails the run, with the reason', async (_, special, reason) => {
  const workflowId = await runs.addWorkflow([email('hello', special)])
  const contact = await runs.addContact()

  await runs.settle()

  const run = await runs.runOf(workflowId)
  expect(run).toMatchObject({ state: 'failed', step: null, error: expect.stringMatching(reason) })
  expect(await runs.emailsTo(contact.email ?? '')).toEqual([])
  expect(await eventsOf(runs.database, run.id)).toMatchObject([
    { type: 'workflow.run_failed', data: { error: run.error } },
  ])
})

test('a contact without an address or number is skipped', async () => {
  const workflowId = await runs.addWorkflow([email('mail'), sms('text')], [['mail', 'text']])
  await runs.addContact({ email: 'only@example.com', first_name: 'Ada' })

  await runs.settle()

  const run = await runs.runOf(workflowId)
  expect(run.state).toBe('completed')
  expect(await runs.historyOf(run.id)).toMatchObject([
    { detail: { email_id: expect.any(String) } },
    { detail: { skipped: 'The contact has no phone number.' } },
  ])
})

test('an unsubscribed contact gets nothing, and the run continues', async () => {
  const workflowId = await runs.addWorkflow([email('mail'), sms('text')], [['mail', 'text']])
  const contact = await runs.addContact({
    phone_number: '+14155550111',
    first_name: 'Ada',
    email_subscribed: false,
    sms_subscribed: false,
  })

  await runs.settle()

  expect(await runs.emailsTo(contact.email ?? '')).toMatchObject([{ status: 'suppressed' }])
  const run = await runs.runOf(workflowId)
  expect(run.state).toBe('completed')
  const [, text] = await runs.historyOf(run.id)
  expect(text?.detail).toEqual({ skipped: expect.stringMatching(/opted out/) })
  expect(await runs.db.selectFrom('sms').selectAll().execute()).toEqual([])
})

test('a text message is rendered and sent', async () => {
  const workflowId = await runs.addWorkflow([sms('text')])
  await runs.addContact({ phone_number: '+14155550112', first_name: 'Ada' })

  await runs.settle()

  const [sent] = await runs.db.selectFrom('sms').selectAll().execute()
  expect(sent).toMatchObject({ to_number: '+14155550112', body: 'Hi Ada' })
  const run = await runs.runOf(workflowId)
  expect(await runs.historyOf(run.id)).toMatchObject([{ detail: { sms_id: sent?.id, segments: 1 } }])
})

test('the step after a delay happens when the delay is over', async () => {
  const workflowId = await runs.addWorkflow([delay('wait', 2), email('mail')], [['wait', 'mail']])
  const contact = await runs.addContact()
  await runs.settle()
  const waiting = await runs.runOf(workflowId)
  expect(waiting).toMatchObject({ state: 'waiting', step: 'wait', nth: 1 })
  expect(Number(waiting.waits_until) - Number(waiting.started_at)).toBeGreaterThanOrEqual(2 * day)

  await runs.pass(2 * day - 60_000)
  await runs.settle()
  expect(await runs.emailsTo(contact.email ?? '')).toEqual([])
  await runs.pass(60_000)
  await runs.settle()

  expect(await runs.emailsTo(contact.email ?? '')).toHaveLength(1)
  expect(await runs.wayOf(waiting.id)).toBe('wait default > mail')
})

test('a condition uses the contact’s segments at the time the run reaches it', async () => {
  const named = { field: 'first_name', operator: 'eq', value: 'Grace' } as const
  const segments = await runs.database.transaction(async tx => {
    const now = new Date()
    const grace = await createSegment(tx, runs.live, now, { name: 'Grace', filter: named })
    const list = await createSegment(tx, runs.live, now, { name: 'List' })
    return { grace, list }
  })
  const isIn = (segment: { id: string }) => ({
    field: 'contact.segments',
    operator: 'contains' as const,
    value: segment.id,
  })
  const workflowId = await runs.addWorkflow(
    [
      { key: 'before', type: 'condition', config: { any: [isIn(segments.grace), isIn(segments.list)] } },
      { key: 'wait', type: 'delay', config: { seconds: 1 } },
      { key: 'after', type: 'condition', config: isIn(segments.grace) },
      { key: 'out', type: 'exit', config: {} },
    ],
    [
      ['before', 'wait', 'condition_not_met'],
      ['wait', 'after'],
      ['after', 'out', 'condition_met'],
    ],
  )
  const contact = await runs.addContact({ first_name: 'Ada' })
  await runs.settle()
  await runs.database.transaction(tx => changeContact(tx, runs.live, new Date(), contact.id, { first_name: 'Grace' }))
  await runs.pass(1_000)
  await runs.settle()

  const run = await runs.runOf(workflowId)
  expect(await runs.wayOf(run.id)).toBe('before condition_not_met > wait default > after condition_met > out')
})

test('steps change the contact and its topics, and conditions see it', async () => {
  const topic = await aTopic()
  const workflowId = await runs.addWorkflow(
    [
      { key: 'name', type: 'update_contact', config: { first_name: 'Grace' } },
      { key: 'join', type: 'add_to_topic', config: { topic_id: topic.id } },
      {
        key: 'both',
        type: 'condition',
        config: {
          all: [
            { field: 'contact.first_name', operator: 'eq', value: 'Grace' },
            { field: 'contact.topics', operator: 'contains', value: topic.id },
          ],
        },
      },
      { key: 'leave', type: 'remove_from_topic', config: { topic_id: topic.id } },
      { key: 'out', type: 'exit', config: { reason: 'Done.' } },
    ],
    [
      ['name', 'join'],
      ['join', 'both'],
      ['both', 'leave', 'condition_met'],
      ['leave', 'out'],
    ],
  )
  const contact = await runs.addContact({ first_name: 'Ada' })

  await runs.settle()

  const run = await runs.runOf(workflowId)
  expect(run.state).toBe('completed')
  expect(await runs.wayOf(run.id)).toBe('name default > join default > both condition_met > leave default > out')
  const history = await runs.historyOf(run.id)
  expect(history[2]?.detail).toEqual({ because: expect.stringMatching(/first_name is "Grace" and contact.topics/) })
  expect(history[4]?.detail).toEqual({ reason: 'Done.' })
  const types = (await eventsOf(runs.database, contact.id)).map(({ type }) => type)
  expect(types).toEqual([
    'contact.created',
    'contact.updated',
    'contact.topic_subscribed',
    'contact.topic_unsubscribed',
  ])
})

test('a condition can use the outcome of an earlier email; what machines open does not count', async () => {
  const opened = { field: 'steps.mail.opened', operator: 'eq', value: true } as const
  const workflowId = await runs.addWorkflow(
    [email('mail'), delay('wait', 1), { key: 'opened', type: 'condition', config: opened }, email('again')],
    [
      ['mail', 'wait'],
      ['wait', 'opened'],
      ['opened', 'again', 'condition_not_met'],
    ],
  )
  const [reader, other] = [await runs.addContact(), await runs.addContact()]
  await runs.settle()
  const [sent] = await runs.emailsTo(reader.email ?? '')
  const [unread] = await runs.emailsTo(other.email ?? '')
  const openedBy = (sentId: string | undefined, people: number) =>
    sql`
      update email_progress set open_count = 1, human_open_count = ${people}, opened_at = now()
      where email_id = ${sentId ?? ''}`.execute(runs.db)
  await openedBy(sent?.id, 1)
  await openedBy(unread?.id, 0)

  await runs.pass(day)
  await runs.settle()

  expect(await runs.emailsTo(reader.email ?? '')).toHaveLength(1)
  expect(await runs.emailsTo(other.email ?? '')).toHaveLength(2)
  expect((await runs.runsOf(workflowId)).map(({ state }) => state)).toEqual(['completed', 'completed'])
})

test('deleting a contact stops its runs, wherever they are', async () => {
  const waiting = await runs.addWorkflow([delay('wait', 2), email('mail')], [['wait', 'mail']])
  const contact = await runs.addContact()
  await runs.settle()

  await runs.database.transaction(tx => removeContact(tx, runs.live, new Date(), contact.id))
  await runs.settle()

  const run = await runs.runOf(waiting)
  expect(run).toMatchObject({ state: 'stopped', step: null, due_at: null, finished_at: expect.any(Date) })
  expect(await runs.historyOf(run.id)).toMatchObject([{ step: 'wait', left_by: null, left_at: expect.any(Date) }])
  expect(await eventsOf(runs.database, run.id)).toEqual([])
})
