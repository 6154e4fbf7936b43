import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { sealDomainKeysJob } from './jobs.ts'
import type { KeySafe } from './key-safe.ts'
import { sealPlainKeys } from './seal-plain.ts'

export const domainTasks = (database: Database, safe: KeySafe) =>
  perform(sealDomainKeysJob, async (_payload, { log }) => {
    const sealed = await sealPlainKeys(database, safe)
    if (sealed > 0) log.info({ sealed }, 'DKIM keys sealed')
  })

// Not at once: a version that knows only plain keys may still be sending while this one starts.
export const domainSchedules = [{ task: sealDomainKeysJob.task, everyMinutes: 10 }]
