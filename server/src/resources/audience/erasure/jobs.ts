import { defineJob } from '#engine/job.ts'
import type { ErasureKey } from './erasure.ts'

/** It knows no address: jobs are kept when they fail, and shown to whoever operates the installation. */
export const eraseJob = defineJob<ErasureKey>('erase_person')
