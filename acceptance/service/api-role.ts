/** `npm run api`: the HTTP API alone, on a database that somebody else runs. */
import { vi } from 'vitest'
import { freePort } from '../../sinks/free-port.ts'
import { ask } from '../http-client/client.ts'
import { compileCache, program, run } from './service.ts'

export type ApiRole = AsyncDisposable & { url: string; isAlive(): boolean; output(): string }

export async function startApiRole(
  databaseUrl: string,
  cwd: string,
  special: Record<string, string> = {},
): Promise<ApiRole> {
  const port = await freePort()
  const env = { ...compileCache, PORT: String(port), DATABASE_URL: databaseUrl, LOG_LEVEL: 'fatal', ...special }
  const { child, printed, exited } = run(program('api'), { env, cwd })
  const url = `http://127.0.0.1:${port}`
  const ready = vi.waitFor(() => ask(url, { path: '/readyz' }), { timeout: 20_000, interval: 20 })
  await ready.catch(cause => {
    throw new Error(`The API is not ready: ${printed.stdout}${printed.stderr}`, { cause })
  })
  return {
    url,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    output: () => printed.stdout + printed.stderr,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
