import { isId } from '#core/id.ts'
import { notFound } from '#core/refusal.ts'
import type { Db, Tx } from '#postgres/database.ts'
import type { BroadcastRules } from './broadcast-rules.ts'
import { findBroadcastRules, updateBroadcastRules } from './store.ts'

export async function readBroadcastRules(db: Db, organizationId: string): Promise<BroadcastRules> {
  const rules = isId(organizationId) ? await findBroadcastRules(db, organizationId) : undefined
  if (!rules) throw notFound('organization')
  return rules
}

/** Rules that are left out stay. */
export async function setBroadcastRules(
  tx: Tx,
  organizationId: string,
  asked: Partial<BroadcastRules>,
): Promise<BroadcastRules> {
  const rules = isId(organizationId) ? await updateBroadcastRules(tx, organizationId, asked) : undefined
  if (!rules) throw notFound('organization')
  return rules
}
