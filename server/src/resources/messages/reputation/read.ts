import type { Caller } from '#core/caller.ts'
import type { Db } from '#postgres/database.ts'
import { findPauses, findReceiverRates, type Pause, type ReceiverRates } from './store.ts'

export const readReceiverRates = (
  db: Db,
  { environmentId }: Pick<Caller, 'environmentId'>,
  span: { from: Date; until: Date },
): Promise<ReceiverRates[]> => findReceiverRates(db, environmentId, span)

export const readPauses = (db: Db, environmentId: string): Promise<Pause[]> => findPauses(db, environmentId)
