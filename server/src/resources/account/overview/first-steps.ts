import type { FirstSteps } from '@posthorn/contract/console/first-steps'
import type { Db } from '#postgres/database.ts'
import { findFirstSteps } from './store.ts'
import type { Ways } from './transports.ts'

/** Each step is done as soon as there is one object of its kind. */
export async function readFirstSteps(db: Db, organizationId: string, ways: Ways): Promise<FirstSteps> {
  return { ...(await findFirstSteps(db, organizationId)), transport: ways.email.some(({ kind }) => kind !== 'capture') }
}
