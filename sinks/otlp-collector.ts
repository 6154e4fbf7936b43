/** An OpenTelemetry collector for traces: keeps every span that it receives over OTLP with HTTP and JSON. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type CollectedSpan = {
  role: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  attributes: Record<string, unknown>
}

export type OtlpCollector = AsyncDisposable & { endpoint: string; spans: CollectedSpan[]; headers: string[] }

type Attribute = { key: string; value: Record<string, unknown> }
type Traces = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'role'> & { attributes: Attribute[] })[] }[]
  }[]
}

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = []
  const headers: string[] = []
  const server = createServer(async (request, response) => {
    headers.push(String(request.headers['api-key'] ?? ''))
    // `as`: the parts of the protocol that we look at.
    const { resourceSpans } = (await json(request)) as Traces
    for (const { resource, scopeSpans } of resourceSpans)
      for (const { traceId, spanId, parentSpanId, name, attributes } of scopeSpans.flatMap(one => one.spans)) {
        const role = String(valuesOf(resource.attributes)['posthorn.role'])
        spans.push({ role, traceId, spanId, parentSpanId, name, attributes: valuesOf(attributes) })
      }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // `as`: it listens on a port.
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
