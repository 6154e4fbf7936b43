/** Reports about an email after it was sent: bounces, delays and complaints. */

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

/** A report about one recipient, as far as the reporter knows. */
export type Notice = {
  /** The addresses in the report. Its author chose them. */
  readonly about: readonly string[]
  readonly news: News
}

export type News =
  | { kind: 'bounced'; bounce: BounceClass; suppress: boolean; reply: string }
  /** Still being delivered by another server. `byProvider`: the report may be repeated, or come after later ones. */
  | { kind: 'delayed'; reply: string; byProvider?: true }
  | { kind: 'delivered'; reply: string }
  | { kind: 'complained'; feedback: string }

/** The email of a report, and the recipient if known. Both come from tokens that we created. */
export type Subject = { emailId: string; nth: number | null }

export type Report = { subject: Subject; notices: readonly Notice[] }
