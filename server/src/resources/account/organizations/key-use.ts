import type { Db } from '#postgres/database.ts'
import type { NoteUse } from './identify.ts'
import { noteKeyUse } from './key-store.ts'

/** Does not wait; a lost note is repeated a second later. */
export const keyUseNotes =
  (db: Db): NoteUse =>
  ({ environmentId, keyId }) =>
    void noteKeyUse(db, environmentId, keyId).catch(() => {})
