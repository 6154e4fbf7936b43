/** The load generator: a separate process that runs one order after the other. */
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
    // At the end of the time, one request per connection is in flight.
    unanswered: Math.max(0, result.requests.sent - result.requests.total - connections),
    latencyMs: { p50: result.latency.p50, p99: result.latency.p99 },
  }
}

/**
 * Building each request from scratch costs autocannon more than a bare server needs to answer it. Each connection therefore has one
 * request, and the blanks in it are overwritten before it is sent again, which is after its answer.
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
// Exit normally, or `--cpu-prof` writes no profile.
process.once('SIGTERM', () => process.exit())
