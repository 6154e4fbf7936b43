import type { FirstSteps } from '@posthorn/contract/console/first-steps'
import type { Db } from '#postgres/database.ts'
import { findFirstSteps } from './store.ts'
import type { Ways } from './transports.ts'

/** Each is true as soon as there is one of its kind: nobody ticks anything off. */
export async function readFirstSteps(db: Db, organizationId: string, ways: Ways): Promise<FirstSteps> {
  return { ...(await findFirstSteps(db, organizationId)), transport: ways.email.some(({ kind }) => kind !== 'capture') }
}
