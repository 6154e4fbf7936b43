/** The steps of a confirmation, for the worker that sends its emails. */
import type { Db, Tx } from '#postgres/database.ts'
import {
  type Change,
  type Confirmation,
  type ConfirmationKey,
  deleteEnded,
  findConfirmation,
  findDue,
  isOver,
  lockAtStep,
  updateConfirmation,
} from './store.ts'

export type { Confirmation }

export { isOver }

export const dueConfirmations = (db: Db, at: Date, limit: number): Promise<Confirmation[]> => findDue(db, at, limit)

export const forgetEnded = (db: Db, ended: ConfirmationKey, at: Date): Promise<void> => deleteEnded(db, ended, at)

/** False when the confirmation has moved on: it was confirmed, or another worker took the step. */
export async function takeStep(tx: Tx, from: Confirmation, change: Change, at: Date): Promise<boolean> {
  if (!(await lockAtStep(tx, from))) return false
  await updateConfirmation(tx, from, change, at)
  return true
}

export const readConfirmation = (db: Db, key: ConfirmationKey): Promise<Confirmation | undefined> =>
  findConfirmation(db, key)
