/** The child's side: runs one job after the other until the parent ends. */
import { endWithParent } from '#core/process/end-with-parent.ts'
import type { Jobs } from './job.ts'
import type { Reply, Request } from './messages.ts'

export function serveJobs(jobs: Jobs): void {
  endWithParent()
  // `as`: only the pool writes to this channel.
  process.on('message', message => void answer(jobs, message as Request))
  reply({ kind: 'ready' })
}

async function answer(jobs: Jobs, { name, input }: Request): Promise<void> {
  try {
    const job = jobs[name]
    if (!job) throw new Error(`there is no job ${name}`)
    // `as`: the caller passes the input of the job that it names.
    reply({ kind: 'done', output: await job(input as never) })
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    reply({ kind: 'failed', message, ...(stack !== undefined && { stack }) })
  }
}

const reply = (message: Reply): void => void process.send?.(message)
