/** A pixel was loaded or a link followed, by whomever. */
export type Hit = {
  kind: 'open' | 'click'
  environmentId: string
  emailId: string
  nth: number
  /** Where the link leads, for a click on a link. */
  link?: string | undefined
  userAgent: string
  ipAddress: string
  at: Date
  isHoneypot?: boolean | undefined
}
