import type { ContactFieldUpdate } from '@posthorn/contract/audience/contact-fields'
import type { Caller } from '#core/caller.ts'
import { isId } from '#core/id.ts'
import { inUse, notFound } from '#core/refusal.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Tx } from '#postgres/database.ts'
import { findUses } from '#resources/audience/uses/find-uses.ts'
import { readFallback } from './create.ts'
import type { Field } from './field.ts'
import { removeValues } from './jobs.ts'
import { hideField, lockField, updateFallback } from './store.ts'

type Scope = Pick<Caller, 'environmentId'>

export async function changeField(
  tx: Tx,
  caller: Scope,
  now: Date,
  id: string,
  asked: ContactFieldUpdate,
): Promise<Field> {
  const before = await lock(tx, caller, id)
  const after = { ...before, fallback: readFallback(before.type, asked.fallback), updatedAt: now }
  if (after.fallback === before.fallback) return before
  await updateFallback(tx, caller.environmentId, after)
  return after
}

/** Hides the field at once. A job removes its values afterwards: a million contacts may have one. */
export async function removeField(tx: Tx, caller: Scope, now: Date, id: string): Promise<void> {
  const { key } = await lock(tx, caller, id)
  const uses = await findUses(tx, caller.environmentId, 'field', key)
  if (uses.length > 0) throw inUse(key, uses)
  await hideField(tx, caller.environmentId, id, now)
  await enqueue(tx, [removeValues({ environmentId: caller.environmentId, id })])
}

async function lock(tx: Tx, { environmentId }: Scope, id: string): Promise<Field> {
  const field = isId(id) ? await lockField(tx, environmentId, id) : undefined
  if (!field) throw notFound('contact_field')
  return field
}
