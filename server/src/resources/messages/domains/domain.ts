import type { Health } from './health.ts'
import type { NextKeys, PublicKeys } from './keys.ts'

export type Domain = Health & {
  id: string
  organizationId: string
  name: string
  /** The common beginning of its selectors. */
  selector: string
  checkedAt: Date | null
  /** The selector that signed before, and when it was replaced; both null while the first keys sign. */
  oldSelector: string | null
  replacedAt: Date | null
  /** The host of the links in its emails; null for the public address. */
  trackingHost: string | null
  /** Its email is sent over TLS or not at all. */
  requireTls: boolean
  createdAt: Date
}

/** With the public keys that DNS must show; `next` are the keys that sign once DNS shows them. */
export type DomainWithKeys = Domain & { publicKeys: PublicKeys; next: NextKeys | null }

/**
 * What a domain is to an organization: `own` when it has verified the domain or one above it, `foreign` when only others have,
 * `free` when nobody has. Two organizations that have verified the same name both own it: DNS shows the keys of both.
 */
export type Ownership = 'own' | 'foreign' | 'free'

/**
 * What a sender's domain means to an organization. TLS is decided by the nearest of its own domains that is verified or demands
 * TLS: a demand does not end with the verification.
 */
export type DomainState = { ownership: Ownership; requiresTls: boolean }
