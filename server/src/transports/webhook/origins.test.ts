import { expect, test, vi } from 'vitest'
import { startWebhookSink } from '../../../../sinks/webhook-sink.ts'
import type { WebhookAnswer } from '../webhook.ts'
import { checkedConnect } from './checked-connect.ts'
import { Exchange } from './exchange.ts'
import { PlainFailure } from './failure.ts'
import { Origins } from './origins.ts'

function openOrigins(lookup: (hostname: string) => Promise<string[]>) {
  const { signal } = new AbortController()
  const connect = checkedConnect({ allow: () => true, lookup, timeoutMs: 1_000, signal })
  return new Origins({ connect, connections: 2, maxOrigins: 1_000, evicted: new PlainFailure('given up') })
}

const post = (origins: Origins, url: string) =>
  new Promise<WebhookAnswer>(onAnswer => {
    const now = () => new Date()
    origins.of(url).enter(new Exchange({ path: '/', headers: {}, body: '', timeoutMs: 1_000, now, onAnswer }))
  })

test.each([
  ['that closed its connections', '127.0.0.1'],
  // Nobody listens there.
  ['that could not be reached', '127.0.0.9'],
])('an origin %s is forgotten', async (_, address) => {
  await using sink = await startWebhookSink({ script: () => ({ after: 'close' }) })
  const origins = openOrigins(async () => [address])

  await Promise.all(Array.from({ length: 50 }, (_, nth) => post(origins, `http://${nth}.example:${sink.port}`)))

  await vi.waitFor(() => expect(origins.size).toBe(0))
})

test('an origin whose name does not exist is forgotten', async () => {
  const origins = openOrigins(() => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })))

  await Promise.all(Array.from({ length: 50 }, (_, nth) => post(origins, `http://${nth}.example`)))

  await vi.waitFor(() => expect(origins.size).toBe(0))
})
