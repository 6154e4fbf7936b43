import { defineJob } from '#engine/job.ts'

/** A new invitation to the same address has an id of its own. */
export type MailInvitation = { organizationId: string; id: string }
export const mailInvitationJob = defineJob<MailInvitation>('mail_invitation')
