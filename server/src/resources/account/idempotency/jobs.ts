import { defineJob } from '#engine/job.ts'

export const expireIdempotencyKeysJob = defineJob<object>('expire_idempotency_keys')
