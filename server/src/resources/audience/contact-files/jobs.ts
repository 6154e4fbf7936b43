import { defineJob } from '#engine/job.ts'
import type { ImportKey } from './file-import.ts'

export const readFileJob = defineJob<ImportKey>('import_contact_file')
