import { isEmailAddress } from '@posthorn/contract/formats'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { sourceOf, suppressionList } from '#resources/audience/consent/entry.ts'
import { recordConsent } from '#resources/audience/consent/record.ts'
import { deleteErased } from './erased-store.ts'
import { findSuppressions } from './find.ts'
import { deleteByEmail, deleteById } from './store.ts'
import { isConsent } from './suppress.ts'
import type { Suppression } from './suppression.ts'
import { toWireSuppression } from './wire.ts'

export async function removeSuppression(tx: Tx, caller: Caller, now: Date, idOrEmail: string): Promise<Suppression> {
  const { environmentId } = caller
  const removed = await deleteNamed(tx, environmentId, idOrEmail)
  if (!removed) throw notFound('suppression')
  const { id: subjectId } = removed
  await record(tx, [
    { environmentId, type: 'suppression.deleted', subjectId, data: toWireSuppression(removed), at: now },
  ])
  const address = removed.email ?? (isId(idOrEmail) ? null : idOrEmail)
  // With only the id of an erased person's entry, the address is unknown.
  if (isConsent(removed.reason) && address !== null) {
    const by = sourceOf(caller)
    const base = { environmentId, channel: 'email', address, at: now } as const
    await recordConsent(tx, [{ ...base, ...suppressionList, action: 'given', by }])
  }
  return removed
}

async function deleteNamed(tx: Tx, environmentId: string, idOrEmail: string): Promise<Suppression | undefined> {
  if (isId(idOrEmail))
    return (await deleteById(tx, environmentId, idOrEmail)) ?? (await deleteErased(tx, environmentId, idOrEmail))
  if (!isEmailAddress(idOrEmail)) return undefined
  const removed = await deleteByEmail(tx, environmentId, idOrEmail)
  if (removed) return removed
  // An erased person who wants mail again is found by hash.
  const [erased] = await findSuppressions(tx, [{ environmentId, email: idOrEmail }])
  return erased && deleteErased(tx, environmentId, erased.suppression.id)
}
