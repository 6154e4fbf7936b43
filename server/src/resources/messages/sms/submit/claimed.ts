import type { Content } from '../content-store.ts'
import type { OpenSms } from '../progress-store.ts'
import type { TakenPart } from '../sms.ts'

/** A message in this worker's hands. */
export type ClaimedSms = Content &
  Pick<OpenSms, 'token' | 'attempts' | 'crashes' | 'stumbles' | 'doubts' | 'expired' | 'parts'> & {
    /** `boundTo` may have it already, and knows a repetition when it sees one. */
    inDoubt: boolean
    /** The carrier that has some of it, or may have it: the rest, or the repetition, goes there. */
    boundTo: string | null
    /** The parts that the carrier has already. */
    taken: readonly TakenPart[]
  }
