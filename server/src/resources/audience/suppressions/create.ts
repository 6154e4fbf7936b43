import type { SuppressionCreate } from '@posthorn/contract/audience/suppressions'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { sourceOf } from '#resources/audience/consent/entry.ts'
import { findSuppressions } from './find.ts'
import { type SuppressionEntry, suppressEach } from './suppress.ts'
import { type SuppressedAddress, type Suppression, suppressionKey } from './suppression.ts'

export type SuppressionRequest = { caller: Caller; asked: SuppressionCreate; now: Date }

const maxTries = 5

/** Creates many at once; each returns the entry of its address, new or existing. */
export async function createSuppressions(
  tx: Tx,
  requests: readonly SuppressionRequest[],
): Promise<(Suppression | Refusal)[]> {
  const entries = requests.map(toEntry)
  const found = new Map<string, Suppression>()
  let open = entries
  // If an existing entry is deleted before we look it up, its address is free again, and the insert is retried.
  for (let nth = 1; nth <= maxTries && open.length > 0; nth++) {
    await suppressEach(tx, open)
    for (const { key, suppression } of await findSuppressions(tx, open)) found.set(key, suppression)
    open = entries.filter(entry => !found.has(keyOf(entry)))
  }
  return entries.map(entry => found.get(keyOf(entry)) ?? new Refusal('service_unavailable'))
}

const toEntry = ({ caller, asked, now }: SuppressionRequest): SuppressionEntry => ({
  environmentId: caller.environmentId,
  email: asked.email,
  reason: asked.reason ?? 'manual',
  emailId: null,
  by: sourceOf(caller),
  at: now,
})

const keyOf = ({ environmentId, email }: SuppressedAddress): string => suppressionKey(environmentId, email)
