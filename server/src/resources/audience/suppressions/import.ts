import { type SuppressionReason, suppressionReasons } from '@posthorn/contract/audience/suppressions'
import { isEmailAddress } from '@posthorn/contract/formats'
import type { Caller } from '#core/caller.ts'
import type { Tx } from '#postgres/database.ts'
import { importedBy } from '#resources/audience/consent/entry.ts'
import { suppressEach } from './suppress.ts'

export type SuppressionRow = { email?: string | undefined; reason?: string | undefined }
type Read = { row: number; message: string } | { email: string; reason: SuppressionReason }

/** An address already on the list keeps its entry, with a stronger reason if the row has one. */
export async function importSuppressions(tx: Tx, caller: Caller, now: Date, rows: readonly SuppressionRow[]) {
  const read = rows.map(readRow)
  const refused = read.flatMap(one => ('message' in one ? [one] : []))
  const wanted = read.flatMap(one => ('email' in one ? [one] : []))
  const { environmentId } = caller
  const { created, raised } = await suppressEach(
    tx,
    wanted.map(one => ({ ...one, environmentId, emailId: null, by: importedBy(caller), at: now })),
  )
  const unchanged = wanted.length - created.length - raised
  return { created: created.length, updated: raised, unchanged, refused }
}

function readRow(given: SuppressionRow, row: number): Read {
  const email = given.email?.trim() ?? ''
  const word = given.reason?.trim().toLowerCase() || 'manual'
  const reason = suppressionReasons.find(one => one === word)
  if (!isEmailAddress(email)) return { row, message: `"${email.slice(0, 100)}" is not an email address` }
  if (!reason) return { row, message: `"${word.slice(0, 100)}" is not one of ${suppressionReasons.join(', ')}` }
  return { email, reason }
}
