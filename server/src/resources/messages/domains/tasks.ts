import { perform } from '#engine/task.ts'
import { sealDomainKeysJob, watchDomainsJob } from './jobs.ts'
import type { KeySafe } from './key-safe.ts'
import { sealPlainKeys } from './seal-plain.ts'
import { type WatchParts, watchDomains } from './watch.ts'

export const domainTasks = (parts: WatchParts & { safe: KeySafe }) => ({
  ...perform(sealDomainKeysJob, async (_payload, { log }) => {
    const sealed = await sealPlainKeys(parts.database, parts.safe)
    if (sealed > 0) log.info({ sealed }, 'DKIM keys sealed')
  }),
  ...perform(watchDomainsJob, async (_payload, { log, signal }) => {
    const looked = await watchDomains(parts, signal)
    if (looked > 0) log.info({ looked }, 'domains checked again')
  }),
})

export const domainSchedules = [
  // Not at the start: a version that knows only plain keys may still be sending while this one starts.
  { task: sealDomainKeysJob.task, everyMinutes: 10 },
  // Each domain is due once a day; the task runs often so that they spread over it.
  { task: watchDomainsJob.task, everyMinutes: 10, offsetMinutes: 7 },
]
