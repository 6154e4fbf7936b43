import { defineJob } from '#engine/job.ts'

export const expireRequestWindowsJob = defineJob<object>('expire_request_windows')
