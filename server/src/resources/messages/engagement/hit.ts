/** A pixel was loaded or a link followed, by a person or a machine. */
export type Hit = {
  kind: 'open' | 'click'
  environmentId: string
  emailId: string
  nth: number
  /** The target of the link, for a click on a link. */
  link?: string | undefined
  userAgent: string
  ipAddress: string
  at: Date
  isHoneypot?: boolean | undefined
}
