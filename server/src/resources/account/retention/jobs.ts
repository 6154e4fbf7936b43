import { defineJob } from '#engine/job.ts'

export const endWhatIsOverJob = defineJob<object>('end_what_is_over')
