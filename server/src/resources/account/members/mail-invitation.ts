/** Mails the link of an invitation. It is not an email of the organization, because its members must not be able to read the link. */

import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import type { SendSystemMail } from '#resources/messages/emails/system-mail.ts'
import { findInvitationToMail } from './invitation-store.ts'
import type { MailInvitation } from './jobs.ts'
import { invitationLink, invitationToken } from './token.ts'

export type MailParts = {
  database: Database
  clock: Clock
  /** Derives the tokens (token.ts). */
  key: Buffer
  publicUrl: string
  sendSystemMail: SendSystemMail
}

export async function mailInvitation(
  { database, clock, key, publicUrl, sendSystemMail, log }: MailParts & { log: Logger },
  job: MailInvitation,
): Promise<void> {
  const invitation = await findInvitationToMail(database.db, job, clock())
  if (!invitation) return
  const { id, email, organizationName, role, createdAt, expiresAt } = invitation
  const outcome = await sendSystemMail({
    ...{ id, environmentId: job.organizationId, to: email, date: createdAt },
    // The name of the organization is tenant text, so it is not in the subject.
    subject: 'An invitation to Posthorn',
    text: bodyOf({ organizationName, role, expiresAt, link: invitationLink(publicUrl, invitationToken(key, id)) }),
  })
  if (!outcome) throw new Error('An invitation has to be mailed, but this worker has no sender for it')
  if (outcome.kind === 'deferred')
    throw new Error(`The invitation was deferred: ${outcome.attempt.reply ?? 'no reply'}`)
  if (outcome.kind === 'rejected') log.warn({ invitation: id, bounce: outcome.bounce }, 'an invitation was refused')
}

type Body = { organizationName: string; role: string; expiresAt: Date; link: string }

const bodyOf = ({ organizationName, role, expiresAt, link }: Body): string =>
  `You are invited to join the organization "${organizationName}" as ${role}.

Open this link to accept the invitation. It works once, until ${expiresAt.toUTCString()}:

${link}

If you do not know what this is about, you can ignore this email.
`
