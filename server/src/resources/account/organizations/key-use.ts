import type { Db } from '#postgres/database.ts'
import type { NoteUse } from './identify.ts'
import { noteKeyUse } from './store.ts'

/** Nobody waits for it, and a note that is lost is made a second later. */
export const keyUseNotes =
  (db: Db): NoteUse =>
  ({ environmentId, keyId }) =>
    void noteKeyUse(db, environmentId, keyId).catch(() => {})
