/** Prints which OpenTelemetry and MCP modules a process loads when it imports everything of an API and a worker. */
import { registerHooks } from 'node:module'

const loaded = new Set<string>()
registerHooks({
  load(url, context, nextLoad) {
    const [, name] = /node_modules\/((?:@opentelemetry|@modelcontextprotocol)\/[^/]+)\//.exec(url) ?? []
    if (name) loaded.add(name)
    return nextLoad(url, context)
  },
})

const { openLog } = await import('#setup/log.ts')
const { openTracing } = await import('#transports/otlp/lazy-tracer.ts')
await import('./api.ts')
await import('./worker.ts')
const endpoint = process.argv[2] ?? null
await using _ = await openTracing({ endpoint, headers: {}, ratio: 1, role: 'api', log: openLog('silent') })
process.stdout.write(JSON.stringify([...loaded]))
