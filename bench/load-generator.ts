/** The load generator: a process of its own that carries out one order after the other. */
import autocannon, { type Client } from 'autocannon'
import type { LoadOrder, LoadResult } from './load.ts'
import { runPaced } from './paced-load.ts'
import { type VariedRequest, variedRequest } from './varied-request.ts'

async function carryOut(order: LoadOrder): Promise<LoadResult> {
  const cpuBefore = process.cpuUsage()
  const request = variedRequest(order)
  const result = await (order.perSecond === undefined
    ? runAtFull(order, request)
    : runPaced({ ...order, perSecond: order.perSecond }, request))
  const { user, system } = process.cpuUsage(cpuBefore)
  return { ...result, generatorCpu: (user + system) / 1e6 / result.seconds }
}

async function runAtFull(
  { origin, connections, seconds, amount }: LoadOrder,
  request: VariedRequest,
): Promise<Omit<LoadResult, 'generatorCpu'>> {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    sampleInt: 100,
    timeout: 10,
    setupClient: client => sendVaried(client, request),
    ...(amount !== undefined && { amount }),
  })
  return {
    seconds: result.duration,
    statuses: Object.fromEntries(Object.entries(result.statusCodeStats).map(([code, { count }]) => [code, count])),
    errors: result.errors,
    // When the clock stops, one request of each connection is under way.
    unanswered: Math.max(0, result.requests.sent - result.requests.total - connections),
    latencyMs: { p50: result.latency.p50, p99: result.latency.p99 },
  }
}

/**
 * Building each request anew costs autocannon more than a bare server needs to answer it. So a connection has one
 * request, and before it goes out again, which is after its answer, the blanks in it are written over.
 */
function sendVaried(client: Client, { request, blank, next }: VariedRequest): void {
  client.setRequests([request])
  const bytes = client.getRequestBuffer()
  const places: number[] = []
  for (let at = bytes.indexOf(blank); at !== -1; at = bytes.indexOf(blank, at + 1)) places.push(at)
  client.getRequestBuffer = () => {
    for (const at of places) bytes.write(next(), at, 'latin1')
    return bytes
  }
}

process.on('message', async (order: LoadOrder) => {
  process.send?.(await carryOut(order))
})
// An orderly end, or `--cpu-prof` would leave nothing.
process.once('SIGTERM', () => process.exit())
