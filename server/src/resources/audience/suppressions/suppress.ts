/** An address is on the list at most once: adding it again changes nothing and records nothing. */
import type { SuppressionReason } from '@posthorn/contract/audience/suppressions'
import { newId } from '#core/id.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { type ConsentChange, type ConsentSource, suppressionList } from '#resources/audience/consent/entry.ts'
import { recordConsent } from '#resources/audience/consent/record.ts'
import { withoutErased } from './find.ts'
import { insertSuppressions, type NewSuppression } from './store.ts'
import { type SuppressedAddress, type Suppression, suppressionKey } from './suppression.ts'
import { toWireSuppression } from './wire.ts'

export type SuppressionEntry = SuppressedAddress & {
  reason: SuppressionReason
  emailId: string | null
  /** The source; undefined for bounces and complaints reported by the receiver. */
  by?: ConsentSource
  at: Date
}

/** Adds addresses to the list and returns the new entries. Of two entries for one address, the first counts. */
export async function suppressEach(tx: Tx, entries: readonly SuppressionEntry[]): Promise<NewSuppression[]> {
  if (entries.length === 0) return []
  // Erased people are on the list as a hash; their addresses must not be stored again.
  const unknown = await withoutErased(tx, entries)
  if (unknown.length === 0) return []
  // Sorted, so that two batches with the same addresses do not deadlock.
  const suppressions = unknown.map(toSuppression).sort(byKey)
  const inserted = await insertSuppressions(tx, suppressions)
  const created = suppressions.filter(one => inserted.has(one.id))
  await Promise.all([record(tx, created.map(toCreatedFact)), recordConsent(tx, created.flatMap(toConsent))])
  return created
}

type Suppressed = NewSuppression & Pick<SuppressionEntry, 'by'>

const toSuppression = ({ at, ...entry }: SuppressionEntry): Suppressed => ({
  ...entry,
  id: newId(at),
  createdAt: at,
})

function byKey(one: NewSuppression, other: NewSuppression): number {
  const a = suppressionKey(one.environmentId, one.email)
  const b = suppressionKey(other.environmentId, other.email)
  return a === b ? 0 : a < b ? -1 : 1
}

const toCreatedFact = (suppression: Suppression): Fact => ({
  environmentId: suppression.environmentId,
  type: 'suppression.created',
  subjectId: suppression.id,
  data: toWireSuppression(suppression),
  at: suppression.createdAt,
})

/** Bounces are not withdrawals of consent. */
export const isConsent = (reason: SuppressionReason): boolean => reason === 'unsubscribe' || reason === 'complaint'

function toConsent({ environmentId, email, reason, emailId, createdAt, by }: Suppressed): ConsentChange[] {
  if (!isConsent(reason)) return []
  const source = by ?? { method: 'complaint', sourceId: emailId }
  const base = { environmentId, channel: 'email', address: email, at: createdAt } as const
  return [{ ...base, ...suppressionList, action: 'withdrawn', by: source }]
}
