export type Domain = {
  id: string
  organizationId: string
  name: string
  /** The beginning that the selectors of its keys share. */
  selector: string
  /** When DNS last showed the DKIM key, and the return path; null when it does not any more. */
  verifiedAt: Date | null
  returnPathVerifiedAt: Date | null
  checkedAt: Date | null
  /** Where links in its emails lead; null for the public address. */
  trackingHost: string | null
  createdAt: Date
}

/**
 * Whose a domain is, in the eyes of an organization: `own` when it has verified it or one above it, `foreign` when only
 * others have, `free` when nobody has. Two that have both verified one name both own it: DNS names each of them.
 */
export type Ownership = 'own' | 'foreign' | 'free'
