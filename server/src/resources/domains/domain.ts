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
