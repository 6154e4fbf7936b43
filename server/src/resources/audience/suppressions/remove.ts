import { isEmailAddress } from '@posthorn/contract/formats'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { deleteByEmail, deleteById } from './store.ts'
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
  return removed
}

async function deleteNamed(tx: Tx, environmentId: string, idOrEmail: string): Promise<Suppression | undefined> {
  if (isId(idOrEmail)) return deleteById(tx, environmentId, idOrEmail)
  if (isEmailAddress(idOrEmail)) return deleteByEmail(tx, environmentId, idOrEmail)
  return undefined
}
