import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { openWebhookPoster } from '#transports/webhook/open.ts'
import { startWebhookSink, type WebhookSinkOptions } from '../../../../../../sinks/webhook-sink.ts'
import { createCallers } from '../../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../../testing/postgres.ts'
import type { Step } from '../definition/definition.ts'
import { showSecret } from '../webhook-secret.ts'
import { openRuns, type Runs, secretOf } from './runs.fixture.ts'

let runs: Runs
beforeAll(async () => {
  runs = await openRuns(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => runs[Symbol.asyncDispose]())
beforeEach(() => runs.clear())

/** A receiver, a worker that can reach it, and a workflow with one step that posts to it. */
async function open(options: WebhookSinkOptions = {}, config: object = {}, timeoutMs = 2_000) {
  const opened = new AsyncDisposableStack()
  const sink = opened.use(await startWebhookSink(options))
  const poster = opened.use(openWebhookPoster({ allow: () => true, timeoutMs }))
  const worker = opened.use(runs.hire({ poster }))
  const workflowId = await runs.addWorkflow([
    { key: 'tell', type: 'webhook', config: { url: `${sink.url}/crm`, ...config } },
  ])
  const until = (state: string) =>
    vi.waitFor(async () => expect((await runs.runOf(workflowId)).state).toBe(state), { timeout: 5_000 })
  return { sink, worker, workflowId, until, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

test('a webhook is rendered, signed and posted, and the run continues after the answer', async () => {
  const body = { who: '{{ contact.first_name }}', by: ['{{ trigger.type }}', 7, null] }
  await using bench = await open({}, { body, headers: { 'x-token': 'abc' } })
  await runs.addContact({ first_name: 'A "quoted" name' })

  await runs.settle(bench.worker)
  const [received] = await bench.sink.waitFor(1)
  await bench.until('completed')

  const { environmentId } = runs.live
  const secret = showSecret(secretOf({ environmentId, workflowId: bench.workflowId }))
  // `as`: no header is repeated.
  const verified = new StandardWebhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>)
  expect(verified).toEqual({ who: 'A "quoted" name', by: ['contact_created', 7, null] })
  const run = await runs.runOf(bench.workflowId)
  expect(received?.headers).toMatchObject({ 'x-token': 'abc', 'webhook-id': `run_${run.id}_1` })
  expect(received?.headers['posthorn-possible-duplicate']).toBeUndefined()
  expect(await runs.historyOf(run.id)).toMatchObject([{ detail: { status: 200 } }])
})

test('the default body is the contact and the trigger', async () => {
  await using bench = await open()
  const contact = await runs.addContact()

  await runs.settle(bench.worker)

  const [received] = await bench.sink.waitFor(1)
  expect(JSON.parse(received?.body ?? '')).toMatchObject({
    contact: { id: contact.id, email: contact.email },
    trigger: { type: 'contact_created' },
  })
})

test('a failing receiver is retried with the same id, and after six attempts the run fails', async () => {
  await using bench = await open({ script: () => ({ status: 500 }) })
  await runs.addContact()
  await runs.settle(bench.worker)

  for (let tries = 1; tries <= 5; tries++) {
    await vi.waitFor(async () => expect((await runs.runOf(bench.workflowId)).tries).toBe(tries), { timeout: 5_000 })
    await runs.pass(6 * 3_600_000)
    await runs.settle(bench.worker)
  }
  await bench.until('failed')

  expect(bench.sink.count).toBe(6)
  expect(new Set(bench.sink.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await runs.runOf(bench.workflowId)).toMatchObject({ error: 'The receiver answered with status 500.' })
})

test('an attempt whose worker crashed is repeated once, marked as a possible duplicate', async () => {
  await using bench = await open()
  await runs.addContact()
  // Its worker was killed after marking the run in doubt.
  await runs.hire().take()
  await sql`update workflow_runs set in_doubt = true`.execute(runs.db)
  await runs.settle(bench.worker)
  expect(bench.sink.count).toBe(0)

  await runs.crash()
  await runs.settle(bench.worker)
  await bench.until('completed')

  expect(bench.sink.received.map(({ headers }) => headers['posthorn-possible-duplicate'])).toEqual(['true'])
  const run = await runs.runOf(bench.workflowId)
  expect(run.in_doubt).toBe(false)
  expect(await runs.historyOf(run.id)).toMatchObject([{ detail: { status: 200, possible_duplicate: true } }])
})

test('a POST whose answer could not be recorded is repeated, marked as a possible duplicate', async () => {
  await using bench = await open()
  await runs.addContact()
  await sql`alter table workflow_run_steps add constraint trouble check (nth > 1)`.execute(runs.db)

  await runs.settle(bench.worker)
  await vi.waitFor(async () => expect((await runs.runOf(bench.workflowId)).tries).toBe(1), { timeout: 5_000 })
  await sql`alter table workflow_run_steps drop constraint trouble`.execute(runs.db)
  await runs.pass(70_000)
  await runs.settle(bench.worker)
  await bench.until('completed')

  expect(bench.sink.received.map(({ headers }) => headers['posthorn-possible-duplicate'])).toEqual([undefined, 'true'])
})

test('the webhook step is fixed before it is posted, even if the contact changes', async () => {
  await using sink = await startWebhookSink({ script: () => ({ silent: 'hang' }) })
  await using poster = openWebhookPoster({ allow: () => true, timeoutMs: 2_000 })
  await using worker = runs.hire({ poster, stopWithinMs: 1 })
  const tell = (key: string): Step => ({ key, type: 'webhook', config: { url: `${sink.url}/${key}` } })
  const isAda = { field: 'contact.first_name', operator: 'eq', value: 'Ada' } as const
  const workflowId = await runs.addWorkflow(
    [{ key: 'ada', type: 'condition', config: isAda }, tell('yes'), tell('no')],
    [
      ['ada', 'yes', 'condition_met'],
      ['ada', 'no', 'condition_not_met'],
    ],
  )
  await runs.addContact({ first_name: 'Ada' })

  await runs.settle(worker)
  await sink.waitFor(1)
  // Its worker is killed in the meantime.
  await sql`update contacts set first_name = 'Eve'`.execute(runs.db)
  await runs.crash()
  await runs.settle(worker)
  await sink.waitFor(2)

  const { id } = await runs.runOf(workflowId)
  expect(sink.received.map(({ path, headers }) => [path, headers['webhook-id']])).toEqual(
    Array(2).fill(['/yes', `run_${id}_2`]),
  )
})

test('runs above the limit of a receiver are posted as slots become free', async () => {
  await using bench = await open({ script: () => ({ delayMs: 20 }) })
  await runs.addContacts(120)

  await runs.settle(bench.worker)
  const put = await runs.runsOf(bench.workflowId)
  const later = put.filter(({ in_doubt, state }) => !in_doubt && state === 'running')
  expect(later.length).toBeGreaterThan(0)
  expect(new Set(later.map(({ due_at }) => Number(due_at))).size).toBeGreaterThan(later.length / 2)
  await vi.waitFor(
    async () => {
      await runs.pass(0)
      await runs.settle(bench.worker)
      const states = (await runs.runsOf(bench.workflowId)).map(({ state }) => state)
      expect(states.filter(state => state !== 'completed')).toEqual([])
    },
    { timeout: 10_000, interval: 100 },
  )

  expect(bench.sink.count).toBe(120)
})

test('two workers on the same run post once', async () => {
  await using bench = await open({ script: () => ({ status: 200, delayMs: 50 }) })
  const other = runs.hire({ poster: openWebhookPoster({ allow: () => true, timeoutMs: 2_000 }) })
  await runs.addContact()

  await Promise.all([bench.worker, other, bench.worker].map(worker => worker.work()))
  await bench.until('completed')

  expect(bench.sink.count).toBe(1)
})

test('a hanging receiver does not delay other runs', async () => {
  await using bench = await open({ script: () => ({ silent: 'hang' }) })
  const mail = await runs.addWorkflow([
    {
      key: 'mail',
      type: 'send_email',
      config: { from: 'news@acme.test', subject: 'Hello', text: 'Welcome.', message_stream: 'broadcast' },
    },
  ])
  await runs.addContact()

  const begun = performance.now()
  await runs.settle(bench.worker)

  expect((await runs.runOf(mail)).state).toBe('completed')
  expect(performance.now() - begun).toBeLessThan(1_500)
  expect(await runs.runOf(bench.workflowId)).toMatchObject({ state: 'running', in_doubt: true })
})

test('a hanging receiver does not delay others at the same host', async () => {
  await using bench = await open({ script: ({ path }) => (path === '/crm' ? { silent: 'hang' } : {}) })
  await runs.addContacts(60)
  await runs.settle(bench.worker)
  await bench.sink.waitFor(50)
  const other = await runs.addWorkflow([{ key: 'tell', type: 'webhook', config: { url: `${bench.sink.url}/other` } }])
  await runs.addContact()

  await runs.settle(bench.worker)

  await vi.waitFor(async () => expect((await runs.runOf(other)).state).toBe('completed'), { timeout: 1_000 })
})

test('an environment with many hanging receivers gets no more than its share of the worker', async () => {
  await using bench = await open({ script: () => ({ silent: 'hang' }) }, {}, 20_000)
  const urls = Array.from({ length: 5 }, (_, nth) => `${bench.sink.url}/${nth}`)
  for (const url of urls) await runs.addWorkflow([{ key: 'tell', type: 'webhook', config: { url } }])
  await runs.addContacts(45)

  await runs.settle(bench.worker)
  await bench.sink.waitFor(200)
  await runs.settle(bench.worker)

  expect(bench.sink.count).toBe(200)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from workflow_runs where not in_doubt and due_at > now()`.execute(runs.db)
  expect(rows).toEqual([{ count: 70 }])
})
