/** Mail to the mailboxes that a mail domain has for everybody (RFC 2142): whatever it says, a stranger has written it. */
import type { DomainReport } from '../domain-report.ts'
import type { Notice } from '../returned-mail.ts'

export const roles = ['postmaster', 'abuse', 'fbl', 'dmarc', 'tls-reports'] as const
export type Role = (typeof roles)[number]

/** `domain` is the sender domain whose return path it is at; null for this server itself. */
export type RoleMailbox = { role: Role; domain: string | null }

/** The mailbox names no email, so that what a complaint quotes has to. */
export type RoleMail =
  | { kind: 'complaint'; notices: readonly Notice[]; quoted: Quoted }
  | { kind: 'report'; report: DomainReport }
  | { kind: 'other'; from: string; subject: string }

/** What a report repeats of a message that may be ours; whoever wrote the report chose it. */
export type Quoted = { addresses: readonly string[]; messageIds: readonly string[]; feedbackIds: readonly string[] }
