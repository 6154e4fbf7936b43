import { perform } from '#engine/task.ts'
import type { Database } from '#postgres/database.ts'
import { removeValues } from '#resources/audience/fields/jobs.ts'
import { removeValuesOf } from './remove-values.ts'

export const contactTasks = (database: Database) =>
  perform(removeValues, (field, { signal }) => removeValuesOf(database, field, signal))
