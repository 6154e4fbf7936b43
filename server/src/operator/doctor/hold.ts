import type { Db } from '#postgres/database.ts'
import { findRestoredCopy } from '#postgres/restored-copy.ts'
import { describeHold, howToResume } from '../instance/hold.ts'
import { type Check, error, warning } from './check.ts'

/** Empty when nothing is held. */
export async function checkHold(db: Db): Promise<Check[]> {
  const copy = await findRestoredCopy(db)
  if (!copy) return []
  if (!copy.complete)
    return [error('sending', 'A restore did not finish, so nothing is sent.', 'Restore into a new database.')]
  return [warning('sending', describeHold(copy), howToResume)]
}
