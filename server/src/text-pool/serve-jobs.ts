/** The child's side: one job after the other, until the parent is gone. */
import type { Jobs } from './job.ts'
import type { Reply, Request } from './messages.ts'

export function serveJobs(jobs: Jobs): void {
  // The parent decides when it ends: a Ctrl-C at the terminal reaches the children, too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  // `as`: nobody else writes to this channel.
  process.on('message', message => void answer(jobs, message as Request))
  reply({ kind: 'ready' })
}

async function answer(jobs: Jobs, { name, input }: Request): Promise<void> {
  try {
    const job = jobs[name]
    if (!job) throw new Error(`there is no job ${name}`)
    // `as`: callers know the input of the job they name.
    reply({ kind: 'done', output: await job(input as never) })
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    reply({ kind: 'failed', message, ...(stack !== undefined && { stack }) })
  }
}

const reply = (message: Reply): void => void process.send?.(message)
