import { setTimeout as pause } from 'node:timers/promises'
import type { Contact } from '@posthorn/contract/audience/contacts'
import type { Topic } from '@posthorn/contract/audience/topics'
import type { EmailListItem } from '@posthorn/contract/messages/email-replies'
import type { Workflow, WorkflowRun } from '@posthorn/contract/workflows/workflows'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ReceivedWebhook, startWebhookSink } from '../../sinks/webhook-sink.ts'
import { type Client, client } from '../http-client/client.ts'
import { readAll } from '../http-client/page.ts'
import { newEmail, newWord } from '../http-client/unique.ts'
import { createOrganization, posthorn } from '../service/operator.ts'
import { type Bench, portOf, type Role, startApi, startBench, startWorker } from './roles.ts'
import { isLong, often, testTimeoutMs } from './scale.ts'
import { type RequestKind, startSenders } from './senders.ts'

const env = { POSTHORN_WEBHOOK_ADDRESSES: 'loopback' }
let bench: Bench
let server: Role
let worker: Role
beforeAll(async () => {
  bench = await startBench()
  ;[server, worker] = await Promise.all([startApi(bench, { env }), newWorker()])
})
afterAll(async () => {
  await Promise.all([worker, server].map(role => role?.[Symbol.asyncDispose]()))
  bench?.[Symbol.dispose]()
})

/** Everything happens in test mode: nothing is delivered. */
const newWorker = () => startWorker(bench, { port: 9 }, { env })
const replaceWorker = async () => {
  await worker.kill()
  worker = await newWorker()
}

/** Only in the long run: api.test.ts and operating/killed.test.ts kill one under load on every change. */
const replaceServer = async () => {
  await server.kill()
  server = await startApi(bench, { env, port: portOf(server) })
}

/** The test environment of a new organization. */
const newApi = async (): Promise<Client> => client(server.url, (await createOrganization(bench.folder)).test_key)

/** Active; each new contact goes through the steps one after the other. */
async function addWorkflow(api: Client, steps: readonly { key: string; type: string; config: object }[]) {
  const connections = steps.slice(1).map(({ key }, index) => ({ from: steps[index]?.key, to: key }))
  const { status, body } = await api.post<Workflow>('/v1/workflows', {
    ...{ name: 'Welcome', status: 'active', trigger_config: { type: 'contact_created' } },
    workflow_definition: { steps, connections },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

const addTopic = async (api: Client) => (await api.post<Topic>('/v1/topics', { name: newWord() })).body.id
const mail = (key: string) => ({
  key,
  type: 'send_email',
  config: { from: 'hello@acme.test', subject: key, text: 'Hello.' },
})
const tell = (url: string) => ({ key: 'tell', type: 'webhook', config: { url } })
const update = { key: 'update', type: 'update_contact', config: { first_name: 'Welcomed' } }
const join = (topic_id: string) => ({ key: 'join', type: 'add_to_topic', config: { topic_id } })

const readRuns = (api: Client, workflow: string, query = '') =>
  readAll<WorkflowRun>(api, `/v1/workflows/${workflow}/runs?limit=100${query}`)
const readMembers = (api: Client, topic: string) => readAll<Contact>(api, `/v1/contacts?limit=100&topic_id=${topic}`)
const readEmails = (api: Client, to: string) => readAll<EmailListItem>(api, `/v1/emails?to=${encodeURIComponent(to)}`)
const advance = (api: Client, seconds: number) => api.post('/v1/test/clock/advance', { seconds })
const setStatus = async (api: Client, workflow: string, status: string) =>
  expect((await api.put(`/v1/workflows/${workflow}`, { status })).status).toBe(200)
const createContact = async (api: Client): Promise<Contact> =>
  (await api.post<Contact>('/v1/contacts', { email: newEmail() })).body

const newcomers: RequestKind = {
  path: '/v1/contacts',
  newIntent() {
    const key = newWord()
    return { key, recipients: [`delivered+${key}@example.com`] }
  },
  bodyOf: ({ recipients: [email] }) => ({ email }),
}

const idOf = ({ headers }: ReceivedWebhook) => String(headers['webhook-id'])
const isAnnounced = ({ headers }: ReceivedWebhook) => headers['posthorn-possible-duplicate'] === 'true'

/** A POST that was under way when its worker was killed is repeated after its timeout; this does not wait for that. */
const untilCompleted = (api: Client, workflow: string, count: number) =>
  vi.waitFor(
    async () => {
      const running = [
        ...(await readRuns(api, workflow, '&state=running')),
        ...(await readRuns(api, workflow, '&state=waiting')),
      ]
      if (running.length > 0) await advance(api, 60)
      const runs = await readRuns(api, workflow)
      expect(runs.filter(({ state }) => state !== 'completed')).toEqual([])
      expect(runs).toHaveLength(count)
      return runs
    },
    { timeout: 30_000, interval: 500 },
  )

test('with workers and the API killed and a pause in between, each contact goes through each step once', {
  timeout: testTimeoutMs,
}, async () => {
  const wanted = often({ usually: 60, long: 3_000 })
  const api = await newApi()
  await using sink = await startWebhookSink({ script: () => ({ delayMs: 30 }) })
  const topic = await addTopic(api)
  const workflow = await addWorkflow(api, [mail('hello'), update, tell(sink.url), join(topic)])
  await using senders = startSenders({
    url: server.url,
    key: api.key ?? '',
    clients: 6,
    everyMs: 80,
    requestKind: newcomers,
  })
  const until = (count: () => number, least: number) =>
    vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(least), { timeout: 60_000, interval: 5 })

  await until(() => sink.count, wanted / 8)
  await replaceWorker()
  await until(senders.accepted, wanted / 2)
  if (isLong) await replaceServer()
  await until(senders.accepted, wanted)
  await senders.stop()
  await setStatus(api, workflow, 'paused')
  await replaceWorker()
  await pause(300)
  await setStatus(api, workflow, 'active')
  const runs = await untilCompleted(api, workflow, senders.intents.length)

  const contacts = await readAll<Contact>(api, '/v1/contacts?limit=100')
  expect(contacts).toHaveLength(senders.intents.length)
  const ids = contacts.map(({ id }) => id).toSorted()
  expect(runs.map(({ contact_id }) => contact_id).toSorted()).toEqual(ids)
  for (const { history } of runs) expect(history.map(({ step }) => step)).toEqual(['hello', 'update', 'tell', 'join'])
  expect(new Set(contacts.map(({ first_name }) => first_name))).toEqual(new Set(['Welcomed']))
  expect((await readMembers(api, topic)).map(({ id }) => id).toSorted()).toEqual(ids)
  for (const { email } of contacts) expect(await readEmails(api, email ?? ''), email ?? '').toHaveLength(1)

  const copies = Map.groupBy(sink.received, idOf)
  expect([...copies.keys()].toSorted()).toEqual(runs.map(({ id }) => `run_${id}_3`).toSorted())
  for (const [id, [, ...more]] of copies)
    expect(
      more.filter(one => !isAnnounced(one)),
      id,
    ).toEqual([])
  const { secret } = await posthorn<{ secret: string }>(bench.folder, 'workflow', 'secret', workflow)
  // `as`: no header was repeated.
  for (const { body, headers } of sink.received)
    expect(() => new StandardWebhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
})

test('a workflow deleted in the middle, with its worker killed: no contact goes a step further', async () => {
  const api = await newApi()
  await using sink = await startWebhookSink({ script: () => ({ delayMs: 200 }) })
  const [topic, laterTopic] = [await addTopic(api), await addTopic(api)]
  const workflow = await addWorkflow(api, [
    tell(sink.url),
    { key: 'wait', type: 'delay', config: { days: 1 } },
    join(topic),
  ])
  await Promise.all(Array.from({ length: 40 }, () => createContact(api)))
  await sink.waitFor(10)

  expect((await api.delete(`/v1/workflows/${workflow}`)).status).toBe(200)
  await replaceWorker()
  const told = sink.count
  await advance(api, 3 * 86_400)
  const other = await addWorkflow(api, [mail('other'), join(laterTopic)])
  const witness = await createContact(api)
  await untilCompleted(api, other, 1)

  expect((await api.get(`/v1/workflows/${workflow}/runs`)).status).toBe(404)
  expect(sink.count).toBe(told)
  expect(await readMembers(api, topic)).toEqual([])
  expect((await readMembers(api, laterTopic)).map(({ id }) => id)).toEqual([witness.id])
})

test('a contact who unsubscribes on the way gets no more messages, not even from the successor of a killed worker', async () => {
  const api = await newApi()
  const topic = await addTopic(api)
  const wait = { key: 'wait', type: 'delay', config: { days: 1 } }
  const workflow = await addWorkflow(api, [mail('first'), wait, mail('second'), join(topic)])
  const [stays, leaves] = [await createContact(api), await createContact(api)]
  // Emails that have not left yet would be held back as well.
  await vi.waitFor(
    async () => {
      for (const { email } of [stays, leaves])
        expect(await readEmails(api, email ?? '')).toMatchObject([{ status: 'delivered' }])
    },
    { timeout: 20_000, interval: 50 },
  )

  expect((await api.put(`/v1/contacts/${leaves.id}`, { email_subscribed: false })).status).toBe(200)
  await advance(api, 86_400)
  await replaceWorker()
  await untilCompleted(api, workflow, 2)

  const heard = async ({ email }: Contact) =>
    (await readEmails(api, email ?? '')).filter(({ status }) => status !== 'suppressed').map(({ subject }) => subject)
  expect((await heard(stays)).toSorted()).toEqual(['first', 'second'])
  expect(await heard(leaves)).toEqual(['first'])
  expect(await readMembers(api, topic)).toHaveLength(2)
})
