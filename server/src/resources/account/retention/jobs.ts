import { defineJob } from '#engine/job.ts'

export const retentionJob = defineJob<object>('end_what_is_over')
