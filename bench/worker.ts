/** Our worker, a process of its own as `npm run worker` starts it, that hands every message to a sink. */
import { startProcess } from './child-process.ts'
import type { Ground } from './ground.ts'
import { flagsOf } from './npm-flags.ts'
import type { SmtpSink } from './smtp-sink.ts'

export type Worker = AsyncDisposable & { pid: number }

const file = new URL('../server/src/worker.ts', import.meta.url)

export function startWorker({ folder, url }: Ground, sink: SmtpSink, signal: AbortSignal): Promise<Worker> {
  const env = { DATABASE_URL: url, POSTHORN_SMTP_URL: `smtp://127.0.0.1:${sink.port}?tls=off` }
  return startProcess(file, { cwd: folder, env, signal }, { flags: flagsOf('worker'), until: /worker is running/ })
}
