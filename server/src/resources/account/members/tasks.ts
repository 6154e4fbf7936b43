import { perform } from '#engine/task.ts'
import { mailInvitationJob } from './jobs.ts'
import { type MailParts, mailInvitation } from './mail-invitation.ts'

export const memberTasks = (parts: MailParts) =>
  perform(mailInvitationJob, (job, { log }) => mailInvitation({ ...parts, log }, job))
