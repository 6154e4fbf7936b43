import { defineJob } from '#engine/job.ts'
import type { ErasureKey } from './erasure.ts'

/** `contactId`: the contact of this request. An erasure that is requested again may be about another one of the same person. */
export type EraseJob = ErasureKey & { contactId?: string | null }

/** The payload has no address: failed jobs are kept and shown to operators. */
export const eraseJob = defineJob<EraseJob>('erase_person')
