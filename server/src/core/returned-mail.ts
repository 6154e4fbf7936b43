/** What others tell about an email after it has left: that it came back, or that nobody wanted it. */

export type BounceClass =
  | 'unknown_mailbox'
  | 'disabled_mailbox'
  | 'bad_domain'
  | 'mailbox_full'
  | 'rate_limited'
  | 'blocked'
  | 'authentication'
  | 'relay_denied'
  | 'policy'
  | 'content'
  | 'too_large'
  | 'other'

/** About one recipient, as far as whoever tells it knows. */
export type Notice = {
  /** The addresses that it is said to be about. Whoever wrote the report chose them. */
  readonly about: readonly string[]
  readonly news: News
}

export type News =
  | { kind: 'bounced'; bounce: BounceClass; suppress: boolean; reply: string }
  /** Still under way elsewhere. */
  | { kind: 'delayed'; reply: string }
  | { kind: 'delivered'; reply: string }
  | { kind: 'complained'; feedback: string }

/** The email that a report is about, and the recipient where it is known; both come from what we have made ourselves. */
export type Subject = { emailId: string; nth: number | null }

export type Report = { subject: Subject; notices: readonly Notice[] }
