import type { Health } from './health.ts'
import type { NextKeys, PublicKeys } from './keys.ts'

export type Domain = Health & {
  id: string
  organizationId: string
  name: string
  /** The beginning that the selectors of its keys share. */
  selector: string
  checkedAt: Date | null
  /** The selector that signed before, and since when it does not any more; null when the keys are the first ones. */
  oldSelector: string | null
  replacedAt: Date | null
  /** Where links in its emails lead; null for the public address. */
  trackingHost: string | null
  /** Its email goes over TLS or not at all. */
  requireTls: boolean
  createdAt: Date
}

/** With its public keys, which say what DNS must show; `next` are those that sign once DNS shows them. */
export type DomainWithKeys = Domain & { publicKeys: PublicKeys; next: NextKeys | null }

/**
 * Whose a domain is, in the eyes of an organization: `own` when it has verified it or one above it, `foreign` when only
 * others have, `free` when nobody has. Two that have both verified one name both own it: DNS names each of them.
 */
export type Ownership = 'own' | 'foreign' | 'free'

/**
 * What a sender's domain means to an organization. TLS is demanded by the nearest of its own domains that is verified or demands it:
 * a demand does not end with the verification.
 */
export type Standing = { ownership: Ownership; requiresTls: boolean }
