import type { Db } from '#postgres/database.ts'
import { type FailedRuns, findFailedRuns } from './states-store.ts'

/** Failed runs by workflow, begun since this id. */
export const readFailedRuns = (db: Db, environmentId: string, since: string): Promise<FailedRuns[]> =>
  findFailedRuns(db, environmentId, since)
