import { defineJob } from '#engine/job.ts'

/** A new invitation to the same address has a new id. */
export type MailInvitation = { organizationId: string; id: string }
export const mailInvitationJob = defineJob<MailInvitation>('mail_invitation')
