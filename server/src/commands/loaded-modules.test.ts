import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const fixture = fileURLToPath(new URL('./loaded-modules.fixture.ts', import.meta.url))
const run = promisify(execFile)

const loadedBy = async (...args: string[]): Promise<string[]> =>
  JSON.parse((await run(process.execPath, [fixture, ...args])).stdout)

test('without tracing and before the first agent, no OpenTelemetry or MCP module is loaded', async () => {
  const idle = await loadedBy()
  expect(idle).not.toContainEqual(expect.stringMatching(/sdk|otlp|resources|core/))
  expect(idle).not.toContainEqual(expect.stringContaining('@modelcontextprotocol'))
  expect(await loadedBy('http://127.0.0.1:1')).toContain('@opentelemetry/sdk-trace')
})
