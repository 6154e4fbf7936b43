import { defineJob } from '#engine/job.ts'

/** After a field was deleted. */
export const removeValues = defineJob<{ environmentId: string; id: string }>('remove_contact_values')
