import { defineJob } from '#engine/job.ts'

export const indexEmailsJob = defineJob<object>('index_emails')
