/** Mail to the role mailboxes of a domain (RFC 2142). Its content is untrusted. */
import type { DomainReport } from '../domain-report.ts'
import type { Notice } from '../returned-mail.ts'

export const roles = ['postmaster', 'abuse', 'fbl', 'dmarc', 'tls-reports'] as const
export type Role = (typeof roles)[number]

/** `domain`: the sender domain whose return path has the mailbox, or null for this server itself. */
export type RoleMailbox = { role: Role; domain: string | null }

/** A role mailbox identifies no email, so a complaint is matched by what it quotes. */
export type RoleMail =
  | { kind: 'complaint'; notices: readonly Notice[]; quoted: Quoted }
  | { kind: 'report'; report: DomainReport }
  | { kind: 'other'; from: string; subject: string }

/** What a report quotes of a message that may be ours. The author of the report chose it. */
export type Quoted = { addresses: readonly string[]; messageIds: readonly string[]; feedbackIds: readonly string[] }
