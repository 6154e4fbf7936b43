import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Topic } from '@posthorn/contract/audience/topics'
import type { ErrorBody, Fault } from '@posthorn/contract/errors'
import {
  type Workflow,
  type WorkflowRun,
  type WorkflowSimulation,
  workflows,
} from '@posthorn/contract/workflows/workflows'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, client } from '../http-client/client.ts'
import { randomId } from '../http-client/example-request.ts'
import { type Page, readAll } from '../http-client/page.ts'
import { expectShape } from '../http-client/reply-shape.ts'
import { newEmail } from '../http-client/unique.ts'
import { createOrganization } from '../service/operator.ts'

const { url, dataDir } = inject('service')
let api: Client
/** The owner's other environment, and another organization. */
let others: Client[]

beforeAll(async () => {
  const { test_key, live_key } = await createOrganization(dataDir)
  api = client(url, test_key)
  others = [client(url, live_key), client(url, (await createOrganization(dataDir)).test_key)]
})

const wait = { key: 'wait', type: 'delay', config: { days: 30 } }
const month = { steps: [wait], connections: [] }
const year = { steps: [{ ...wait, config: { days: 365 } }], connections: [] }
const forNewcomers = { trigger_config: { type: 'contact_created' }, workflow_definition: month }

async function create(fields: object, as = api): Promise<Workflow> {
  const { status, body } = await as.post<Workflow>('/v1/workflows', { name: 'Welcome', ...fields })
  expect(status, JSON.stringify(body)).toBe(201)
  expectShape(body, workflows.createWorkflow.reply)
  return body
}
const update = (id: string, fields: object) => api.put<Workflow & ErrorBody>(`/v1/workflows/${id}`, fields)
const read = async (id: string) => (await api.get<Workflow>(`/v1/workflows/${id}`)).body
const pathsOf = ({ details }: ErrorBody) => (details as Fault[]).map(({ path }) => path)

describe('creating', () => {
  test('with only a name makes a draft without a trigger', async () => {
    const { id, created_at, updated_at, ...rest } = await create({})

    expect(rest).toEqual({
      name: 'Welcome',
      status: 'draft',
      trigger_type: null,
      trigger_config: null,
      workflow_definition: null,
      version: 1,
    })
    expect(updated_at).toBe(created_at)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([{ steps: 'later' }, [1, [2, [null]]], 'text', 0.5, false, { 'ключ ✉': '🦊' }])(
    'a draft keeps %j as it is',
    async anything => {
      const draft = await create({ trigger_config: anything, workflow_definition: anything })

      expect(draft).toMatchObject({ trigger_config: anything, workflow_definition: anything })
      expect(await read(draft.id)).toEqual(draft)
    },
  )

  test('the same request again, with its key, is the same workflow', async () => {
    const headers = { 'idempotency-key': randomId() }
    const send = () => api.post<Workflow>('/v1/workflows', { name: 'Once', ...forNewcomers }, headers)

    const [first, again] = [await send(), await send()]

    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('refuses a status that it cannot start with, and two names for its trigger', async () => {
    const paused = await api.post('/v1/workflows', { name: 'x', status: 'paused' })
    expect([paused.status, pathsOf(paused.body)]).toEqual([400, ['status']])
    const two = await api.post('/v1/workflows', { name: 'x', ...forNewcomers, trigger_type: 'time_based' })
    expect([two.status, pathsOf(two.body)]).toEqual([400, ['trigger_type']])
  })
})

describe('becoming active', () => {
  test('is possible without faults, from the start or later', async () => {
    expect(await create({ ...forNewcomers, status: 'active' })).toMatchObject({
      status: 'active',
      trigger_type: 'contact_created',
    })
    const draft = await create(forNewcomers)
    const { status, body } = await update(draft.id, { status: 'active' })
    expect([status, body.status]).toEqual([200, 'active'])
    expectShape(body, workflows.updateWorkflow.reply)
  })

  const send = { from: 'hello@acme.test', subject: 'Hello', text: 'Hello' }
  const config = 'workflow_definition.steps.0.config'
  test.each<[string, object, string]>([
    ['no trigger', { trigger_config: undefined }, 'trigger_config.type'],
    ['a trigger that does not exist', { trigger_config: { type: 'contact_born' } }, 'trigger_config.type'],
    [
      'a cron that cannot be read',
      { trigger_config: { type: 'time_based', cron: '99 * * * *', timezone: 'UTC' } },
      'trigger_config.cron',
    ],
    ['no definition', { workflow_definition: undefined }, 'workflow_definition.steps'],
    ['a step that does not exist', { steps: [{ key: 'a', type: 'sleep' }] }, 'workflow_definition.steps.0.type'],
    [
      'a send without a sender',
      { steps: [{ key: 'a', type: 'send_email', config: { ...send, from: undefined } }] },
      `${config}.from`,
    ],
    [
      'a typo in a name',
      { steps: [{ key: 'a', type: 'send_email', config: { ...send, subjet: 'x' } }] },
      `${config}.subjet`,
    ],
    [
      'Liquid that is not closed',
      { steps: [{ key: 'a', type: 'send_email', config: { ...send, html: '{{ contact' } }] },
      `${config}.html`,
    ],
    [
      'an unknown topic',
      { steps: [{ key: 'a', type: 'add_to_topic', config: { topic_id: randomId() } }] },
      `${config}.topic_id`,
    ],
    [
      'an unknown template',
      { steps: [{ key: 'a', type: 'send_email', config: { from: send.from, template_friendly_name: randomId() } }] },
      `${config}.template_friendly_name`,
    ],
    [
      'a webhook to an inner address',
      { steps: [{ key: 'a', type: 'webhook', config: { url: 'http://169.254.169.254/' } }] },
      `${config}.url`,
    ],
    [
      'a connection to nowhere',
      { workflow_definition: { ...month, connections: [{ from: 'wait', to: 'b' }] } },
      'workflow_definition.connections.0.to',
    ],
  ])('is refused with %s', async (_name, { steps, ...fields }: { steps?: object[] }, path) => {
    const definition = steps ? { workflow_definition: { steps, connections: [] } } : {}
    const asked = { ...forNewcomers, ...definition, ...fields }

    const { status, body } = await api.post('/v1/workflows', { name: 'x', ...asked, status: 'active' })

    expect([status, body.code]).toEqual([400, 'validation_error'])
    expect(pathsOf(body)).toContain(path)
    const draft = await create(asked)
    const later = await update(draft.id, { status: 'active' })
    expect([later.status, pathsOf(later.body)]).toEqual([400, pathsOf(body)])
    expect((await read(draft.id)).status).toBe('draft')
  })

  test('reports every fault at once', async () => {
    const steps = [
      { key: 'a', type: 'delay', config: {} },
      { key: 'a', type: 'send_sms', config: { from: 'Acme' } },
    ]

    const { body } = await api.post('/v1/workflows', { name: 'x', status: 'active', workflow_definition: { steps } })

    expect(pathsOf(body)).toEqual(
      expect.arrayContaining([
        'trigger_config.type',
        config,
        'workflow_definition.steps.1.key',
        'workflow_definition.steps.1.config.from',
      ]),
    )
  })
})

describe('updating', () => {
  test('changes only the fields that are given', async () => {
    const before = await create({ ...forNewcomers, description: 'About it' })

    const { status, body } = await update(before.id, { name: 'Hello' })

    expect(status).toBe(200)
    expect(body).toEqual({ ...before, name: 'Hello', updated_at: body.updated_at })
    expect(await read(before.id)).toEqual(body)
  })

  test('a new trigger or definition is a new version; the same one again, or another name, is not', async () => {
    const { id } = await create({ ...forNewcomers, status: 'active' })
    const versionAfter = async (fields: object) => (await update(id, fields)).body.version

    expect(await versionAfter({ name: 'x' })).toBe(1)
    expect(await versionAfter(forNewcomers)).toBe(1)
    expect(await versionAfter({ workflow_definition: year })).toBe(2)
    expect(await versionAfter({ status: 'paused' })).toBe(2)
    expect(await versionAfter({ trigger_config: { type: 'contact_added_to_topic' } })).toBe(3)
  })

  test('an active one stays valid; a paused one may have faults', async () => {
    const { id } = await create({ ...forNewcomers, status: 'active' })

    expect((await update(id, { workflow_definition: {} })).status).toBe(400)
    expect((await update(id, { status: 'paused' })).body.status).toBe('paused')
    expect((await update(id, { workflow_definition: {} })).status).toBe(200)
    expect((await update(id, { status: 'active' })).status).toBe(400)
    expect((await update(id, { workflow_definition: year, status: 'active' })).body).toMatchObject({ status: 'active' })
  })

  test('nothing becomes a draft again, and a draft is not paused', async () => {
    const draft = await create(forNewcomers)
    const active = await create({ ...forNewcomers, status: 'active' })

    for (const [id, status] of [
      [draft.id, 'paused'],
      [active.id, 'draft'],
    ] as const) {
      const answer = await update(id, { status })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_state'])
    }
  })
})

test('one that is deleted is gone for good, with its runs', async () => {
  const { id } = await create({ ...forNewcomers, status: 'active' })

  const { status, body } = await api.delete(`/v1/workflows/${id}`)

  expect(status).toBe(200)
  expectShape(body, workflows.deleteWorkflow.reply)
  expect(body).toMatchObject({ success: true })
  for (const path of [`/v1/workflows/${id}`, `/v1/workflows/${id}/runs`]) expect((await api.get(path)).status).toBe(404)
  expect((await api.delete(`/v1/workflows/${id}`)).status).toBe(404)
})

test('other callers neither see nor change it', async () => {
  const { id } = await create(forNewcomers)
  const path = `/v1/workflows/${id}`

  for (const other of others) {
    const answers = await Promise.all([
      other.get(path),
      other.put(path, { name: 'x' }),
      other.delete(path),
      other.get(`${path}/runs`),
      other.post(`${path}/runs/${randomId()}/stop`),
      other.post(`${path}/simulate`, { contact: { email: newEmail() } }),
    ])
    for (const { status, body } of answers) {
      expect([status, body.details]).toEqual([404, { resource: 'workflow' }])
    }
  }
  expect((await read(id)).name).toBe('Welcome')
})

test('a list is newest first, in pages, and of one status if requested', async () => {
  const own = client(url, (await createOrganization(dataDir)).test_key)
  const made: Workflow[] = []
  for (let nth = 0; nth < 7; nth++) made.push(await create(nth % 2 ? { ...forNewcomers, status: 'active' } : {}, own))

  expect(await readAll<Workflow>(own, '/v1/workflows?limit=3')).toEqual(made.toReversed())
  const active = made.filter(({ status }) => status === 'active')
  expect(await readAll<Workflow>(own, '/v1/workflows?limit=2&status=active')).toEqual(active.toReversed())
  expect((await own.get('/v1/workflows?status=sleeping')).status).toBe(400)
})

describe('runs', () => {
  test('of new contacts are listed, and one can be stopped', async () => {
    const own = client(url, (await createOrganization(dataDir)).test_key)
    const { id } = await create({ ...forNewcomers, status: 'active' }, own)
    const people: Contact[] = []
    for (let nth = 0; nth < 3; nth++) people.push((await own.post<Contact>('/v1/contacts', { email: newEmail() })).body)

    const listed = await own.get<Page<WorkflowRun>>(`/v1/workflows/${id}/runs`)
    expectShape(listed.body, workflows.listWorkflowRuns.reply)
    const runs = listed.body.data
    expect(runs.map(({ contact_id }) => contact_id)).toEqual(people.map(one => one.id).toReversed())
    expect(runs.every(one => one.version === 1 && one.current_step === 'wait')).toBe(true)
    expect(runs[0]?.history).toMatchObject([{ step: 'wait', type: 'delay', left_at: null }])
    expect(await readAll<WorkflowRun>(own, `/v1/workflows/${id}/runs?limit=2`)).toHaveLength(3)

    const [one] = runs
    const stop = () => own.post<WorkflowRun>(`/v1/workflows/${id}/runs/${one?.id}/stop`)
    const stopped = await stop()
    expect([stopped.status, stopped.body.state, stopped.body.current_step]).toEqual([200, 'stopped', null])
    expectShape(stopped.body, workflows.stopWorkflowRun.reply)
    expect((await stop()).body).toEqual(stopped.body)

    const idsOf = async (query: string) =>
      (await readAll<WorkflowRun>(own, `/v1/workflows/${id}/runs?${query}`)).map(run => run.id)
    expect(await idsOf('state=stopped')).toEqual([one?.id])
    expect(await idsOf(`contact_id=${people[0]?.id}`)).toEqual([runs[2]?.id])
    expect(await idsOf('contact_id=nobody')).toEqual([])
  })

  test('an unknown one is a 404, and says which of the two is missing', async () => {
    const { id } = await create(forNewcomers)

    const run = await api.post(`/v1/workflows/${id}/runs/${randomId()}/stop`)
    expect([run.status, run.body.details]).toEqual([404, { resource: 'workflow_run' }])
    const workflow = await api.post(`/v1/workflows/${randomId()}/runs/${randomId()}/stop`)
    expect([workflow.status, workflow.body.details]).toEqual([404, { resource: 'workflow' }])
  })
})

describe('simulating', () => {
  const from = '2026-11-15T09:00:00.000Z'
  const hello = {
    key: 'hello',
    type: 'send_email',
    config: { from: 'Acme <hello@acme.test>', subject: 'Hello {{ contact.first_name }}', text: 'Good to see you.' },
  }
  const opened = { key: 'opened', type: 'wait_for_event', config: { event: 'email.opened', timeout: { days: 3 } } }
  const nudge = { key: 'nudge', type: 'send_sms', config: { from: '+14155550100', body: 'Look into your mailbox!' } }
  const sequence = {
    steps: [wait, hello, opened, nudge],
    connections: [
      { from: 'wait', to: 'hello' },
      { from: 'hello', to: 'opened' },
      { from: 'opened', to: 'nudge', type: 'timeout' },
    ],
  }
  const ada = { email: 'ada@example.com', first_name: 'Ada', phone_number: '+14155552671' }
  const simulate = async (asked: object, fields: object = {}) => {
    const { id } = await create({ ...forNewcomers, workflow_definition: sequence, ...fields })
    return api.post<WorkflowSimulation & ErrorBody>(`/v1/workflows/${id}/simulate`, asked)
  }

  test('shows every step with its time, and has no effect', async () => {
    const { status, body } = await simulate({ contact: ada, from })

    expect(status, JSON.stringify(body)).toBe(200)
    expectShape(body, workflows.simulateWorkflow.reply)
    expect(body.would_start).toBe(true)
    expect(body.steps.map(({ step, at, left_by }) => [step, at, left_by])).toEqual([
      ['wait', from, 'default'],
      ['hello', '2026-12-15T09:00:00.000Z', 'default'],
      ['opened', '2026-12-15T09:00:00.000Z', 'timeout'],
      ['nudge', '2026-12-18T09:00:00.000Z', null],
    ])
    expect(body.steps[1]?.would).toMatchObject({ to: ada.email, subject: 'Hello Ada', text: 'Good to see you.' })
    expect(body.steps[3]?.would).toMatchObject({ to: ada.phone_number, segments: 1 })
    expect(body).toMatchObject({ ends_at: '2026-12-18T09:00:00.000Z', end: 'The run completes after nudge.' })
    expect((await api.get<Page<object>>('/v1/emails')).body.data).toEqual([])
    expect((await api.get(`/v1/contacts/lookup?email=${ada.email}`)).status).toBe(404)
  })

  test('uses the given assumptions', async () => {
    const { body } = await simulate({ contact: ada, from, assume: { opened: 'event_received' } })

    expect(body.end).toBe('The run completes after opened.')
  })

  test('follows one of your contacts', async () => {
    const { body: topic } = await api.post<Topic>('/v1/topics', { name: 'News' })
    const { body: contact } = await api.post<Contact>('/v1/contacts', { email: newEmail(), first_name: 'Bea' })
    const fields = {
      trigger_config: { type: 'contact_added_to_topic', topic_id: topic.id },
      workflow_definition: { steps: [hello], connections: [] },
    }

    const outside = (await simulate({ contact_id: contact.id }, fields)).body
    expect(outside).toMatchObject({ would_start: false, steps: [{ would: { subject: 'Hello Bea' } }] })
    await api.post(`/v1/contacts/${contact.id}/topics/${topic.id}`)
    expect((await simulate({ contact_id: contact.id }, fields)).body.would_start).toBe(true)
  })

  test('refuses what it cannot simulate, and says why', async () => {
    const refused = async (asked: object, fields?: object) => {
      const { status, body } = await simulate(asked, fields)
      expect(status).toBe(400)
      return [body.code, pathsOf(body)]
    }

    expect(await refused({})).toEqual(['validation_error', ['contact_id']])
    expect(await refused({ contact: ada, contact_id: randomId() })).toEqual(['validation_error', ['contact_id']])
    expect(await refused({ contact_id: randomId() })).toEqual(['validation_error', ['contact_id']])
    expect(await refused({ contact: ada, assume: { hello: 'timeout' } })).toEqual([
      'validation_error',
      ['assume.hello'],
    ])
    expect(await refused({ contact: ada }, { workflow_definition: {} })).toEqual([
      'validation_error',
      ['workflow_definition.steps'],
    ])
    const nameless = { email: ada.email }
    expect(await refused({ contact: nameless })).toEqual(['missing_variable', ['variables.contact.first_name']])
  })
})
