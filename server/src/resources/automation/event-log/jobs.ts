import { defineJob } from '#engine/job.ts'

export const markEventsJob = defineJob<object>('mark_events')
