/** A pixel was loaded or a link followed, by whomever. */
export type Hit = {
  kind: 'open' | 'click'
  environmentId: string
  emailId: string
  nth: number
  /** Where the link leads, for a click on a link. */
  link?: string
  userAgent: string
  ipAddress: string
  at: Date
  isHoneypot?: boolean
}
