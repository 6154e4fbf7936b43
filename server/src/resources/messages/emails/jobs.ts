import { defineJob } from '#engine/job.ts'

export const endUnusedContents = defineJob<object>('end_unused_contents')
