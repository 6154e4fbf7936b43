/** A field that was deleted, until its last value is gone. */
import type { Db, Tx } from '#postgres/database.ts'
import { deleteField, findHidden } from './store.ts'

export type FieldKey = { environmentId: string; id: string }

/** Its key; undefined once it is gone. */
export const keyOfRemoved = (db: Db, { environmentId, id }: FieldKey): Promise<string | undefined> =>
  findHidden(db, environmentId, id)

/** Its key is free again. */
export const finishRemoval = (tx: Tx, { environmentId, id }: FieldKey): Promise<void> =>
  deleteField(tx, environmentId, id)
