import { defineJob } from '#engine/job.ts'

/** Queued when a field is deleted. */
export const removeValues = defineJob<{ environmentId: string; id: string }>('remove_contact_values')
