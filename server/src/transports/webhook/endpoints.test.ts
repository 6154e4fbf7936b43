import { expect, test, vi } from 'vitest'
import { startWebhookSink } from '../../../../sinks/webhook-sink.ts'
import type { WebhookAnswer } from '../webhook.ts'
import { checkedConnect } from './checked-connect.ts'
import { Endpoints } from './endpoints.ts'
import { Exchange } from './exchange.ts'
import { PlainFailure } from './failure.ts'

function openEndpoints(lookup: (hostname: string) => Promise<string[]>) {
  const { signal } = new AbortController()
  const connect = checkedConnect({ allow: () => true, lookup, timeoutMs: 1_000, signal })
  return new Endpoints({ connect, connections: 2, maxEndpoints: 1_000, evicted: new PlainFailure('evicted') })
}

const post = (endpoints: Endpoints, url: string) =>
  new Promise<WebhookAnswer>(onAnswer => {
    const now = () => new Date()
    endpoints
      .of(new URL(url))
      .enter(new Exchange({ path: '/', headers: {}, body: '', timeoutMs: 1_000, now, onAnswer }))
  })

test.each([
  ['that closed its connections', '127.0.0.1'],
  // No server listens there.
  ['that could not be reached', '127.0.0.9'],
])('an endpoint %s is forgotten', async (_, address) => {
  await using sink = await startWebhookSink({ script: () => ({ after: 'close' }) })
  const endpoints = openEndpoints(async () => [address])

  await Promise.all(Array.from({ length: 50 }, (_, nth) => post(endpoints, `http://${nth}.example:${sink.port}`)))

  await vi.waitFor(() => expect(endpoints.size).toBe(0))
})

test('an endpoint whose name does not exist is forgotten', async () => {
  const endpoints = openEndpoints(() => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })))

  await Promise.all(Array.from({ length: 50 }, (_, nth) => post(endpoints, `http://${nth}.example`)))

  await vi.waitFor(() => expect(endpoints.size).toBe(0))
})
