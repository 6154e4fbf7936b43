/** An address is on the list at most once. Adding it again changes and records nothing, unless a wish of the person replaces a weaker reason. */
import type { SuppressionReason } from '@posthorn/contract/audience/suppressions'
import { newId } from '#core/id.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { type ConsentChange, type ConsentSource, suppressionList } from '#resources/audience/consent/entry.ts'
import { recordConsent } from '#resources/audience/consent/record.ts'
import { withoutErased } from './find.ts'
import { type NewSuppression, strongerOf, writeSuppressions } from './store.ts'
import { type SuppressedAddress, type Suppression, suppressionKey } from './suppression.ts'
import { toWireSuppression } from './wire.ts'

export type SuppressionEntry = SuppressedAddress & {
  reason: SuppressionReason
  emailId: string | null
  /** The source; undefined for bounces and complaints reported by the receiver. */
  by?: ConsentSource
  at: Date
}

/** Adds addresses to the list; returns the new entries, and how many have a stronger reason now. */
export async function suppressEach(
  tx: Tx,
  entries: readonly SuppressionEntry[],
): Promise<{ created: NewSuppression[]; raised: number }> {
  if (entries.length === 0) return { created: [], raised: 0 }
  // Erased people are on the list as a hash; their addresses must not be stored again.
  const unknown = await withoutErased(tx, entries)
  if (unknown.length === 0) return { created: [], raised: 0 }
  const suppressions = onceEach(unknown).map(toSuppression)
  const written = await writeSuppressions(tx, suppressions)
  const created = suppressions.filter(one => written.created.has(one.id))
  const raised = suppressions.filter(one => written.raised.has(keyOf(one)))
  await Promise.all([
    record(tx, created.map(toCreatedFact)),
    recordConsent(tx, [...created, ...raised].flatMap(toConsent)),
  ])
  return { created, raised: raised.length }
}

const keyOf = ({ environmentId, email }: SuppressedAddress): string => suppressionKey(environmentId, email)

/** Sorted, so that two batches with the same addresses do not deadlock. */
function onceEach(entries: readonly SuppressionEntry[]): SuppressionEntry[] {
  const byKey = new Map<string, SuppressionEntry>()
  for (const entry of entries) byKey.set(keyOf(entry), strongerOf(byKey.get(keyOf(entry)) ?? entry, entry))
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry)
}

type Suppressed = NewSuppression & Pick<SuppressionEntry, 'by'>

const toSuppression = ({ at, ...entry }: SuppressionEntry): Suppressed => ({
  ...entry,
  id: newId(at),
  createdAt: at,
})

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
