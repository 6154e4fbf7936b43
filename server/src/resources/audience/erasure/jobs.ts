import { defineJob } from '#engine/job.ts'
import type { ErasureKey } from './erasure.ts'

/** The payload has no address: failed jobs are kept and shown to operators. */
export const eraseJob = defineJob<ErasureKey>('erase_person')
