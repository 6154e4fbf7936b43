import type { EventName } from '@posthorn/contract/event-names'
import type { Fact } from '#events/fact.ts'
import type { Attempt } from '#transports/transport.ts'
import type { DeliveryKey } from '../delivery-store.ts'

/** What happened to one recipient of an email. */
export const toFact = (
  { environmentId, emailId, address }: DeliveryKey & { address: string },
  type: EventName,
  data: object,
  at: Date,
): Fact => ({ environmentId, type, subjectId: emailId, data: { email_id: emailId, recipient: address, ...data }, at })

/** An attempt as events show it. */
export const describeAttempt = (nth: number, { transport, host, receiver, tls, reply, durationMs }: Attempt) => ({
  attempt: nth,
  transport,
  ...(host !== undefined && { host }),
  ...(receiver !== undefined && { receiver }),
  ...(tls !== undefined && { tls }),
  ...(reply !== undefined && { reply }),
  duration_ms: Math.round(durationMs),
})

export const lostTwice = 'The answer to the final dot was lost twice: the message may or may not have arrived.'
