import { defineJob } from '#queue/job.ts'

export const expireIdempotencyKeysJob = defineJob<object>('expire_idempotency_keys')
