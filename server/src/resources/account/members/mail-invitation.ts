/** Mails the link of an invitation. It is no email of the organization: whoever invites must not be able to read it. */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import type { Compose, EmailTransport, Mailbox } from '#transports/transport.ts'
import { findInvitationToMail } from './invitation-store.ts'
import type { MailInvitation } from './jobs.ts'
import { invitationLink, invitationToken } from './token.ts'

export type MailParts = {
  database: Database
  clock: Clock
  /** Of the tokens (token.ts). */
  key: Buffer
  publicUrl: string
  compose: Compose
  /** Null when the settings name no sender or nothing that sends. */
  sender: { from: Mailbox; transport: EmailTransport } | null
}

export async function mailInvitation(
  { database, clock, key, publicUrl, compose, sender, log }: MailParts & { log: Logger },
  job: MailInvitation,
): Promise<void> {
  const invitation = await findInvitationToMail(database.db, job, clock())
  if (!invitation) return
  if (!sender) throw new Error('Invitations are to be mailed, and this worker has no sender for them')
  const { from, transport } = sender
  const { id, email, organizationName, role, createdAt, expiresAt } = invitation
  const message = await compose({
    messageId: `${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}`,
    date: createdAt,
    from,
    to: [email],
    ...{ cc: [], replyTo: [], attachments: [], html: null },
    // The name of an organization is a stranger's text: it is not in the subject.
    subject: 'An invitation to Posthorn',
    text: bodyOf({ organizationName, role, expiresAt, link: invitationLink(publicUrl, invitationToken(key, id)) }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
  const [outcome] = await transport.send({
    ...{ emailId: id, environmentId: job.organizationId, message },
    returnPath: from.address,
    recipients: [email],
    attempts: [0],
    // A second copy of an invitation harms nobody.
    beforeFinalDot: async () => {},
  })
  if (outcome?.kind === 'deferred')
    throw new Error(`The invitation was deferred: ${outcome.attempt.reply ?? 'no reply'}`)
  if (outcome?.kind === 'rejected') log.warn({ invitation: id, bounce: outcome.bounce }, 'an invitation was refused')
}

type Body = { organizationName: string; role: string; expiresAt: Date; link: string }

const bodyOf = ({ organizationName, role, expiresAt, link }: Body): string =>
  `You are invited to join the organization "${organizationName}" as ${role}.

Open this link to accept. It works once, until ${expiresAt.toUTCString()}:

${link}

If you do not know what this is about, you need not do anything.
`
