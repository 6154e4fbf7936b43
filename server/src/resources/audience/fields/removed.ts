/** A deleted field until its last value is removed. */
import type { Db, Tx } from '#postgres/database.ts'
import { deleteField, findHidden } from './store.ts'

export type FieldKey = { environmentId: string; id: string }

/** The field's key; undefined once the field is removed. */
export const keyOfRemoved = (db: Db, { environmentId, id }: FieldKey): Promise<string | undefined> =>
  findHidden(db, environmentId, id)

/** Deletes the field for good, so its key is free again. */
export const finishRemoval = (tx: Tx, { environmentId, id }: FieldKey): Promise<void> =>
  deleteField(tx, environmentId, id)
