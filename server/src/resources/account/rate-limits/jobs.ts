import { defineJob } from '#queue/job.ts'

export const expireRequestWindowsJob = defineJob<object>('expire_request_windows')
