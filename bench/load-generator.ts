/** The load generator: a process of its own that carries out one order after the other. */
import autocannon, { type Client, type Request } from 'autocannon'
import type { LoadOrder, LoadResult } from './load.ts'

async function carryOut(order: LoadOrder): Promise<LoadResult> {
  const { origin, connections, seconds } = order
  const cpuBefore = process.cpuUsage()
  const setupClient = requestMaker(order)
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: 100,
    timeout: 10,
    setupClient,
  })
  const { user, system } = process.cpuUsage(cpuBefore)
  return {
    seconds: result.duration,
    statuses: Object.fromEntries(Object.entries(result.statusCodeStats).map(([code, { count }]) => [code, count])),
    errors: result.errors,
    // When the clock stops, one request of each connection is under way.
    unanswered: Math.max(0, result.requests.sent - result.requests.total - connections),
    latencyMs: { p50: result.latency.p50, p99: result.latency.p99 },
    generatorCpu: (user + system) / 1e6 / result.duration,
  }
}

function requestMaker({ round, headers, requests }: LoadOrder): (client: Client) => void {
  if (requests.kind === 'reads') {
    const { path, ids } = requests
    const blank = '#'.repeat(36)
    const anyId = () => ids[Math.floor(Math.random() * ids.length)] ?? ''
    return client => sendVaried(client, { method: 'GET', path: `${path}/${blank}`, headers }, blank, anyId)
  }
  const blank = '#'.repeat(9)
  const email = `ada.${round}.${blank}@example.com`
  const request = {
    method: 'POST',
    path: requests.path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ email, first_name: 'Ada', last_name: 'Lovelace' }),
  }
  let written = 0
  const nextNumber = () => String(written++).padStart(blank.length, '0')
  return client => sendVaried(client, request, blank, nextNumber)
}

/**
 * Building each request anew costs autocannon more than a bare server needs to answer it. So a connection has one
 * request, and before it goes out again, which is after its answer, the blank in it is written over.
 */
function sendVaried(client: Client, request: Request, blank: string, next: () => string): void {
  client.setRequests([request])
  const bytes = client.getRequestBuffer()
  const at = bytes.indexOf(blank)
  client.getRequestBuffer = () => {
    bytes.write(next(), at, 'latin1')
    return bytes
  }
}

process.on('message', async (order: LoadOrder) => {
  process.send?.(await carryOut(order))
})
// An orderly end, or `--cpu-prof` would leave nothing.
process.once('SIGTERM', () => process.exit())
