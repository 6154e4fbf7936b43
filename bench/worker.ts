/** Our worker, a separate process as with `npm run worker`, which sends every message to a sink. */

import type { BenchDatabase } from './bench-database.ts'
import { startProcess } from './child-process.ts'
import { flagsOf } from './npm-flags.ts'

export type Worker = AsyncDisposable & { pid: number }
/** The address of the sink. */
export type WorkerSettings = Record<string, string>

const file = new URL('../server/src/commands/worker.ts', import.meta.url)

type Sink = { forWorker: WorkerSettings }

export function startWorker({ folder, url }: BenchDatabase, { forWorker }: Sink, signal: AbortSignal): Promise<Worker> {
  // Workflows send broadcasts, whose links need a public address.
  const env = {
    DATABASE_URL: url,
    POSTHORN_PUBLIC_URL: 'https://posthorn.test',
    POSTHORN_SENDER_DOMAINS: 'any',
    ...forWorker,
  }
  return startProcess(file, { cwd: folder, env, signal }, { flags: flagsOf('worker'), until: /worker is running/ })
}
