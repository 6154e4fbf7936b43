import type { SmsEventType } from '@posthorn/contract/event-names'
import type { Fact } from '#events/fact.ts'
import type { SmsKey } from '#transports/carrier.ts'
import type { Attempt } from '#transports/transport.ts'

/** What happened to a message. The facts leave out its text, which is only for the recipient. */
export const toFact = (
  { environmentId, smsId, from, to }: SmsKey & { from: string; to: string },
  type: `sms.${SmsEventType}`,
  data: object,
  at: Date,
): Fact => ({ environmentId, type, subjectId: smsId, data: { sms_id: smsId, from, to, ...data }, at })

/** An attempt as events show it. */
export const describeAttempt = (nth: number, { transport, host, tls, reply, durationMs }: Attempt) => ({
  attempt: nth,
  carrier: transport,
  ...(host !== undefined && { host }),
  ...(tls !== undefined && { tls }),
  ...(reply !== undefined && { reply }),
  duration_ms: Math.round(durationMs),
})

export const lostTwice = 'The answer of the carrier was lost twice: the message may or may not have arrived.'
