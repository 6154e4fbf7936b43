import { expect, inject, test } from 'vitest'
import { openForeignText } from '#foreign-text/open.ts'
import { openDatabase } from '#postgres/database.ts'
import { parseConfig } from '#setup/config.ts'
import { openLog } from '#setup/log.ts'
import { startOtlpCollector } from '../../../sinks/otlp-collector.ts'
import { startSmtpSink } from '../../../sinks/smtp-sink.ts'
import { startWebhookSink } from '../../../sinks/webhook-sink.ts'
import { createCallers } from '../../testing/callers.ts'
import { createTestDatabase } from '../../testing/postgres.ts'
import { startApi } from './api.ts'
import { openRoleTracer } from './role-tracer.ts'
import { startWorkers } from './worker.ts'

/** An API and a worker on one database, each with its own tracer. */
async function startRoles(more: Record<string, string>) {
  await using opened = new AsyncDisposableStack()
  const sink = opened.use(await startSmtpSink({ tls: 'off' }))
  const url = await createTestDatabase(inject('clusterUrl'))
  const database = opened.use(openDatabase({ url }))
  const config = parseConfig({
    ...{ PORT: '0', DATABASE_URL: url, POSTHORN_SENDER_DOMAINS: 'any' },
    POSTHORN_SMTP_URL: `smtp://127.0.0.1:${sink.port}?tls=off`,
    ...more,
  })
  const log = openLog('silent')
  const text = opened.use(openForeignText(log))
  const [apiTracer, workerTracer] = [
    opened.use(await openRoleTracer(config, 'api', log)),
    opened.use(await openRoleTracer(config, 'worker', log)),
  ]
  opened.use(await startWorkers(config, database, log, text, 5_000, { tracer: workerTracer }))
  const api = opened.use(await startApi(config, database, log, text, { tracer: apiTracer }))
  const { live, liveKey } = await createCallers(database)
  const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const { status } = await fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return status
  }
  const kept = opened.move()
  return {
    sink,
    database,
    environmentId: live.environmentId,
    ask,
    send: (headers?: Record<string, string>) =>
      ask('/v1/emails', { from: 'a@acme.test', to: 'reader@example.com', subject: 'Hi', text: 'Hi' }, headers),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

const traces = async ({ database }: { database: Awaited<ReturnType<typeof startRoles>>['database'] }) =>
  (await database.db.selectFrom('deliveries').select('trace').execute()).map(row => row.trace)

test('an email is one trace from the caller through the commit and the worker to the reply of the relay', async () => {
  await using collector = await startOtlpCollector()
  await using roles = await startRoles({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const [traceId, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

  expect(await roles.send()).toBe(200)
  expect(await roles.send({ traceparent: `00-${traceId}-${caller}-00` })).toBe(200)
  expect(await roles.send({ traceparent: `00-${traceId}-${caller}-01` })).toBe(200)

  await expect.poll(() => collector.spans.map(({ name }) => name), { timeout: 10_000 }).toContain('deliver deliveries')
  await expect.poll(() => collector.spans.length, { timeout: 10_000 }).toBe(4)
  const named = (name: string) => collector.spans.find(span => span.name === name) ?? expect.fail(`no span ${name}`)
  const [request, commit] = [named('POST /v1/emails'), named('commit')]
  const [deliver, attempt] = [named('deliver deliveries'), named('attempt')]
  expect(collector.spans.map(span => span.traceId)).toEqual([traceId, traceId, traceId, traceId])
  expect([request, commit, deliver, attempt].map(({ role, parentSpanId }) => [role, parentSpanId])).toEqual([
    ['api', caller],
    ['api', request.spanId],
    ['worker', commit.spanId],
    ['worker', deliver.spanId],
  ])
  expect(request.attributes).toMatchObject({
    'http.route': '/v1/emails',
    'http.response.status_code': 200,
    'posthorn.environment_id': roles.environmentId,
  })
  expect(attempt.attributes).toMatchObject({ 'posthorn.outcome': 'accepted', 'posthorn.reply_code': 250 })
  expect(JSON.stringify(collector.spans)).not.toMatch(/acme|example\.com/)
  expect(collector.headers).toContain('a secret')
  // A trace that is not kept is not stored either.
  expect((await traces(roles)).filter(Boolean)).toEqual([`${traceId}-${commit.spanId}`])
})

test('each attempt at a webhook is a separate trace, with the status of the answer', async () => {
  await using collector = await startOtlpCollector()
  await using receiver = await startWebhookSink()
  await using roles = await startRoles({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    POSTHORN_WEBHOOK_ADDRESSES: 'loopback',
  })
  const webhook = await roles.ask('/v1/webhooks', { url: receiver.url, subscribed_events: ['email.sent'] })
  expect(webhook).toBe(201)

  await roles.send()

  const posts = () => collector.spans.filter(({ name }) => name === 'post to a webhook')
  await expect
    .poll(() => posts().map(one => one.attributes), { timeout: 20_000 })
    .toMatchObject([{ 'http.response.status_code': expect.anything(), 'posthorn.environment_id': roles.environmentId }])
  expect(posts()[0]?.parentSpanId ?? '').toBe('')
})

test('an unreachable collector does not affect requests', async () => {
  await using roles = await startRoles({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })

  const statuses = await Promise.all(Array.from({ length: 50 }, () => roles.send()))

  expect(new Set(statuses)).toEqual(new Set([200]))
  await expect.poll(() => roles.sink.messages.length, { timeout: 20_000 }).toBe(50)
})

test('without tracing, no trace is stored', async () => {
  await using roles = await startRoles({})

  await roles.send({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' })

  expect(await traces(roles)).toEqual([null])
})
