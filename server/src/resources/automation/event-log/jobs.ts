import { defineJob } from '#queue/job.ts'

export const markEventsJob = defineJob<object>('mark_events')
