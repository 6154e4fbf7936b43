import type { EventName } from '@posthorn/contract/event-names'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { newId } from '#core/id.ts'
import { record } from '#events/record.ts'
import { readRateCard } from '#resources/account/rates/read-rate-card.ts'
import { changeContact } from '#resources/audience/contacts/change.ts'
import { recordCustomEvents } from '#resources/audience/contacts/custom-events/record.ts'
import { setMembership } from '#resources/audience/contacts/membership.ts'
import { createTopic } from '#resources/audience/topics/create.ts'
import { addNumber } from '#resources/messages/numbers/add.ts'
import { receiveSms } from '#resources/messages/sms/inbound/receive.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import type { Step, WaitForEvent } from '../definition/definition.ts'
import { readRun } from '../runs/read-runs.ts'
import { unpark } from '../unpark.ts'
import { toWireRun } from '../wire.ts'
import { subjectOfNumber } from './listen.ts'
import { openRuns, type Runs } from './runs.fixture.ts'

let runs: Runs
beforeAll(async () => {
  runs = await openRuns(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => runs[Symbol.asyncDispose]())
beforeEach(() => runs.clear())

const mail: Step = {
  key: 'mail',
  type: 'send_email',
  config: { from: 'news@acme.test', subject: 'Hello', text: 'Welcome.', message_stream: 'broadcast' },
}
const waitFor = (config: Partial<WaitForEvent>): Step => ({
  key: 'wait',
  type: 'wait_for_event',
  config: { event: ['email.clicked'], timeout: { hours: 1 }, ...config },
})
const ends: Step[] = [
  { key: 'yes', type: 'exit', config: {} },
  { key: 'no', type: 'exit', config: {} },
]
const ways = [
  ['wait', 'yes', 'event_received'],
  ['wait', 'no', 'timeout'],
] as const
const afterMail = (event: WaitForEvent['event'] = ['email.clicked']) =>
  runs.addWorkflow(
    [mail, waitFor({ event, step: 'mail' }), ...ends],
    [['mail', 'wait'], ...ways.map(way => [...way] as [string, string, (typeof way)[2]])],
  )
const alone = (config: Partial<WaitForEvent>) =>
  runs.addWorkflow(
    [waitFor(config), ...ends],
    ways.map(way => [...way] as [string, string, (typeof way)[2]]),
  )

const tell =
  (subjectId: string, type: EventName, data = {}) =>
  (tx: Parameters<typeof record>[0]) =>
    record(tx, [{ environmentId: runs.live.environmentId, type, subjectId, data, at: new Date() }])
const waits = async () => (await runs.db.selectFrom('workflow_waits').selectAll().execute()).length
const emailOf = async ({ email }: { email: string | null }) => (await runs.emailsTo(email ?? ''))[0]?.id ?? ''
const comeDue = async () => {
  await runs.pass(3_600_000)
  await runs.settle()
}

test('what ends a wait while the workflow is paused, an event or its timeout, continues the run once when it is resumed', async () => {
  const workflowId = await afterMail()
  const [reader, sleeper] = [await runs.addContact(), await runs.addContact()]
  await runs.settle()
  await runs.setStatus(workflowId, 'paused')
  await runs.database.transaction(tell(await emailOf(reader), 'email.clicked'))
  await runs.settle()
  await comeDue()
  const states = async () => (await runs.runsOf(workflowId)).map(({ state, step }) => [state, step])
  expect(await states()).toEqual([
    ['waiting', 'wait'],
    ['waiting', 'wait'],
  ])

  await runs.setStatus(workflowId, 'active')
  const key = { environmentId: runs.live.environmentId, workflowId }
  expect(await unpark(runs.database, key)).toBe(2)
  await Promise.all([runs.settle(), runs.settle(runs.hire())])
  expect(await unpark(runs.database, key)).toBe(0)

  const wayOf = new Map<string, string>()
  for (const run of await runs.runsOf(workflowId)) wayOf.set(run.contact_id, await runs.wayOf(run.id))
  expect(wayOf.get(reader.id)).toBe('mail default > wait event_received > yes')
  expect(wayOf.get(sleeper.id)).toBe('mail default > wait timeout > no')
  expect(await waits()).toBe(0)
})

test('a custom event starts a run that knows its data, and another one ends its wait', async () => {
  const asks: Step = {
    key: 'asks',
    type: 'condition',
    config: { field: 'trigger.data.amount', operator: 'gt', value: 10 },
  }
  const workflowId = await runs.addWorkflow(
    [asks, waitFor({ event: ['custom.order.sent'] }), ...ends],
    [['asks', 'wait', 'condition_met'], ...ways.map(way => [...way] as [string, string, (typeof way)[2]])],
    runs.live,
    { type: 'event', event: 'order.paid', reentry: 'after_finish' },
  )
  const contact = await runs.addContact()
  const say = (event: string, data: object) =>
    runs.database.transaction(tx =>
      recordCustomEvents(tx, [{ caller: runs.live, asked: { event, contact_id: contact.id, data }, now: new Date() }]),
    )
  await say('order.sent', {})
  await runs.settle()
  await say('order.paid', { amount: 50 })
  await runs.settle()
  expect(await runs.runOf(workflowId)).toMatchObject({
    state: 'waiting',
    step: 'wait',
    trigger: { data: { amount: 50 } },
  })

  await say('order.sent', {})
  await runs.settle()

  const run = await runs.runOf(workflowId)
  expect(run).toMatchObject({ state: 'completed' })
  expect(await runs.historyOf(run.id)).toMatchObject([{ step: 'asks' }, { left_by: 'event_received' }, { step: 'yes' }])
})

test('an event of the message wakes the run, which leaves by it and waits for nothing more', async () => {
  const workflowId = await afterMail(['email.opened', 'email.clicked'])
  const contact = await runs.addContact()
  await runs.settle()
  expect(await runs.runOf(workflowId)).toMatchObject({ state: 'waiting', step: 'wait', nth: 2 })
  expect(await waits()).toBe(2)

  await runs.database.transaction(tell(await emailOf(contact), 'email.clicked'))
  await runs.settle()

  const run = await runs.runOf(workflowId)
  expect(await runs.wayOf(run.id)).toBe('mail default > wait event_received > yes')
  const [, wait] = await runs.historyOf(run.id)
  expect(wait?.detail).toEqual({ event_id: expect.any(String), type: 'email.clicked' })
  expect(await waits()).toBe(0)
})

test.each(['email.opened', 'email.clicked'] as const)(
  '%s by a machine, such as a scanner of links, is not what a run waits for',
  async type => {
    const workflowId = await afterMail([type])
    const contact = await runs.addContact()
    await runs.settle()

    await runs.database.transaction(tell(await emailOf(contact), type, { by: 'machine', because: 'scanner' }))
    await runs.settle()
    expect(await runs.runOf(workflowId)).toMatchObject({ state: 'waiting', step: 'wait' })

    await runs.database.transaction(tell(await emailOf(contact), type, { by: 'human' }))
    await runs.settle()
    expect(await runs.wayOf((await runs.runOf(workflowId)).id)).toBe('mail default > wait event_received > yes')
  },
)

test('an event of the message from before the wait counts', async () => {
  const workflowId = await afterMail(['email.delivered'])
  const contact = await runs.addContact()
  await runs.work()
  await runs.database.transaction(tell(await emailOf(contact), 'email.delivered'))

  await runs.settle()

  expect(await runs.wayOf((await runs.runOf(workflowId)).id)).toBe('mail default > wait event_received > yes')
  expect(await waits()).toBe(0)
})

test('without the event the wait ends with its timeout', async () => {
  const workflowId = await afterMail()
  await runs.addContact()
  await runs.settle()

  await comeDue()

  expect(await runs.wayOf((await runs.runOf(workflowId)).id)).toBe('mail default > wait timeout > no')
  expect(await waits()).toBe(0)
})

test('an event that is being committed when the run begins to wait is found by the second check', async () => {
  const workflowId = await afterMail()
  const contact = await runs.addContact()
  await runs.work()
  const emailId = await emailOf(contact)

  await runs.database.transaction(async tx => {
    await tell(emailId, 'email.clicked')(tx)
    await runs.settle()
  })
  expect((await runs.runOf(workflowId)).state).toBe('waiting')
  expect(await runs.due()).toEqual([])
  await runs.pass(5_000)
  await runs.settle()

  expect(await runs.wayOf((await runs.runOf(workflowId)).id)).toBe('mail default > wait event_received > yes')
})

test('after the second check a run is left alone until its timeout', async () => {
  const workflowId = await afterMail()
  await runs.addContact()
  await runs.settle()

  await runs.pass(5_000)
  await runs.settle()

  const { state, due_at, waits_until } = await runs.runOf(workflowId)
  expect([state, due_at]).toEqual(['waiting', waits_until])
})

test('only events of the contact after the wait began count', async () => {
  const workflowId = await alone({ event: ['contact.updated'] })
  const contact = await runs.addContact()
  const change = (first_name: string) =>
    runs.database.transaction(tx => changeContact(tx, runs.live, new Date(), contact.id, { first_name }))
  await change('Before')
  await runs.settle()
  await runs.pass(5_000)
  await runs.settle()
  const waiting = await runs.runOf(workflowId)
  expect(waiting.state).toBe('waiting')
  const key = { environmentId: runs.live.environmentId, workflowId }
  const shown = toWireRun(await readRun(runs.database.db, runs.live, key, waiting.id))
  expect(shown.history.at(-1)?.detail, 'the event position is not shown').toEqual({})

  await change('After')
  await runs.settle()

  expect(await runs.wayOf((await runs.runOf(workflowId)).id)).toBe('wait event_received > yes')
})

test('only an event of the given topic ends the wait', async () => {
  const aTopic = () =>
    runs.database.transaction(tx => createTopic(tx, runs.live, new Date(), { name: newId(new Date()).slice(-20) }))
  const [meant, other] = [await aTopic(), await aTopic()]
  const workflowId = await alone({ event: ['contact.topic_subscribed'], topic_id: meant.id })
  const contact = await runs.addContact()
  await runs.settle()
  const subscribe = async (topicId: string) => {
    await runs.database.transaction(tx =>
      setMembership(tx, runs.live, new Date(), { contactId: contact.id, topicId, subscribed: true }),
    )
    await runs.settle()
    return (await runs.runOf(workflowId)).state
  }

  expect(await subscribe(other.id)).toBe('waiting')
  expect(await subscribe(meant.id)).toBe('completed')
})

test('of two consecutive waits, each gets its own event', async () => {
  const second: Step = {
    key: 'more',
    type: 'wait_for_event',
    config: { event: ['contact.unsubscribed'], timeout: { hours: 1 } },
  }
  const workflowId = await runs.addWorkflow(
    [waitFor({ event: ['contact.updated'] }), second],
    [['wait', 'more', 'event_received']],
  )
  const contact = await runs.addContact()
  await runs.settle()

  await runs.database.transaction(tx => changeContact(tx, runs.live, new Date(), contact.id, { first_name: 'Ada' }))
  await runs.settle()

  expect(await runs.runOf(workflowId)).toMatchObject({ state: 'waiting', step: 'more' })
  const rows = await runs.db.selectFrom('workflow_waits').select('type').execute()
  expect(rows).toEqual([{ type: 'contact.unsubscribed' }])
})

test('a message from the contact’s number ends the wait, an earlier one does not', async () => {
  const workflowId = await alone({ event: ['sms.received'] })
  await runs.database.transaction(tx => addNumber(tx, new Date(), { ...runs.live, number: '+14155550199' }))
  const receive = () =>
    runs.database.transaction(tx =>
      receiveSms(
        tx,
        readRateCard(null),
        {
          carrier: 'test',
          carrierId: null,
          from: '+14155550133',
          to: '+14155550199',
          body: 'Hi',
          mediaUrls: [],
        },
        new Date(),
      ),
    )
  await receive()
  await runs.addContact({ phone_number: '+14155550133' })
  await runs.settle()
  expect((await runs.runOf(workflowId)).state).toBe('waiting')
  expect(await runs.db.selectFrom('workflow_waits').select('subject_id').execute()).toEqual([
    { subject_id: subjectOfNumber('+14155550133') },
  ])

  await receive()
  await runs.pass(5_000)
  await runs.settle()

  expect(await runs.wayOf((await runs.runOf(workflowId)).id)).toBe('wait event_received > yes')
})
