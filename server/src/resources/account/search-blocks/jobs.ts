import { defineJob } from '#engine/job.ts'

export const makeEmailBlocks = defineJob<object>('make_email_blocks')
export const makeContactBlocks = defineJob<object>('make_contact_blocks')
export const makeSmsBlocks = defineJob<object>('make_sms_blocks')
