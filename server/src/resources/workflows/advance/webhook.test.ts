import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { openWebhookPoster } from '#transports/webhook/open.ts'
import { startWebhookSink, type WebhookSinkOptions } from '../../../../../sinks/webhook-sink.ts'
import { createCallers } from '../../../../testing/callers.ts'
import { createTestDatabase } from '../../../../testing/postgres.ts'
import { showSecret } from '../webhook-secret.ts'
import { openRuns, type Runs, secretOf } from './runs.fixture.ts'

let runs: Runs
beforeAll(async () => {
  runs = await openRuns(await createTestDatabase(inject('clusterUrl')), createCallers)
})
afterAll(() => runs[Symbol.asyncDispose]())
beforeEach(() => runs.clear())

/** A receiver, a worker that may reach it, and a workflow of one step that leads there. */
async function open(options: WebhookSinkOptions = {}, config: object = {}) {
  const opened = new AsyncDisposableStack()
  const sink = opened.use(await startWebhookSink(options))
  const poster = opened.use(openWebhookPoster({ allow: () => true, timeoutMs: 2_000 }))
  const worker = opened.use(runs.hire({ poster }))
  const workflowId = await runs.addWorkflow([
    { key: 'tell', type: 'webhook', config: { url: `${sink.url}/crm`, ...config } },
  ])
  const until = (state: string) =>
    vi.waitFor(async () => expect((await runs.runOf(workflowId)).state).toBe(state), { timeout: 5_000 })
  return { sink, worker, workflowId, until, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

test('a webhook is posted, signed and filled in, and the run goes on when it is answered', async () => {
  const body = { who: '{{ contact.first_name }}', by: ['{{ trigger.type }}', 7, null] }
  await using bench = await open({}, { body, headers: { 'x-token': 'abc' } })
  await runs.addContact({ first_name: 'A "quoted" name' })

  await runs.settle(bench.worker)
  const [received] = await bench.sink.waitFor(1)
  await bench.until('completed')

  const { environmentId } = runs.live
  const secret = showSecret(secretOf({ environmentId, workflowId: bench.workflowId }))
  // `as`: this receiver got no header twice.
  const verified = new StandardWebhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>)
  expect(verified).toEqual({ who: 'A "quoted" name', by: ['contact_created', 7, null] })
  const run = await runs.runOf(bench.workflowId)
  expect(received?.headers).toMatchObject({ 'x-token': 'abc', 'webhook-id': `run_${run.id}_1` })
  expect(received?.headers['posthorn-possible-duplicate']).toBeUndefined()
  expect(await runs.historyOf(run.id)).toMatchObject([{ detail: { status: 200 } }])
})

test('without a body it is the contact and the trigger', async () => {
  await using bench = await open()
  const contact = await runs.addContact()

  await runs.settle(bench.worker)

  const [received] = await bench.sink.waitFor(1)
  expect(JSON.parse(received?.body ?? '')).toMatchObject({
    contact: { id: contact.id, email: contact.email },
    trigger: { type: 'contact_created' },
  })
})

test('a receiver that fails is tried again with the same id, and after six attempts the run has failed', async () => {
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

test('an attempt whose worker has ended is made once more, and says so', async () => {
  await using bench = await open()
  await runs.addContact()
  // Its worker was killed after it had said that it would post.
  await sql`update workflow_runs set in_doubt = true, due_at = now() + interval '1 minute'`.execute(runs.db)
  await runs.settle(bench.worker)
  expect(bench.sink.count).toBe(0)

  await runs.pass(60_000)
  await runs.settle(bench.worker)
  await bench.until('completed')

  expect(bench.sink.received.map(({ headers }) => headers['posthorn-possible-duplicate'])).toEqual(['true'])
  const run = await runs.runOf(bench.workflowId)
  expect(run.in_doubt).toBe(false)
  expect(await runs.historyOf(run.id)).toMatchObject([{ detail: { status: 200, possible_duplicate: true } }])
})

test('two workers at the same run post once', async () => {
  await using bench = await open({ script: () => ({ status: 200, delayMs: 50 }) })
  const other = runs.hire({ poster: openWebhookPoster({ allow: () => true, timeoutMs: 2_000 }) })
  await runs.addContact()
  const [job] = await runs.jobs()
  const payload = job?.payload ?? { runs: [] }

  await Promise.all([bench.worker, other, bench.worker].map(worker => worker.advance(payload)))
  await bench.until('completed')

  expect(bench.sink.count).toBe(1)
})

test('a receiver that hangs holds up neither the job nor the other runs of it', async () => {
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
