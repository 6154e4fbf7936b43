import { defineJob } from '#engine/job.ts'

export const expireJob = defineJob<object>('expire_sms_leftovers')
