import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { readOrganization } from '#resources/account/organizations/plan.ts'
import { type OwnNumber, parseNumber } from './number.ts'
import { insertNumber } from './store.ts'

export type NumberRequest = { organizationId: string; number: string }

/** A number has one owner, so that every message to it belongs to one organization. Adding it again is fine. */
export async function addNumber(tx: Tx, now: Date, asked: NumberRequest): Promise<OwnNumber> {
  const number = parseNumber(asked.number)
  const { id: organizationId } = await readOrganization(tx, asked.organizationId)
  const added = await insertNumber(tx, { number, organizationId, createdAt: now })
  if (added.organizationId === organizationId) return added
  const owner = await readOrganization(tx, added.organizationId)
  throw new Refusal('invalid_state', {
    message: `${number} belongs to ${owner.name} (${owner.id}). Remove it there first, with "posthorn number remove".`,
  })
}
