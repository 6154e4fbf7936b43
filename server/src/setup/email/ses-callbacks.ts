/** Reports of Amazon SES over SNS, from the callback to the tables. */
import type { Clock } from '#core/clock.ts'
import { Refusal } from '#core/refusal.ts'
import type { CallbackReader } from '#http/callbacks.ts'
import { readReturnPath } from '#resources/messages/domains/return-path.ts'
import type { TakeReport } from '#resources/messages/returns/take.ts'
import type { Get } from '#transports/sns/certificates.ts'
import { getFromAmazon } from '#transports/sns/get.ts'
import { snsReader } from '#transports/sns/reader.ts'

type Parts = { topics: readonly string[]; secret: Buffer; take: TakeReport; clock: Clock; get?: Get }

const done = { kind: 'taken', type: 'application/json', body: '{}' } as const

/** By provider name; empty without a topic. */
export function sesCallbacks({ topics, secret, take, clock, get = getFromAmazon }: Parts): Map<string, CallbackReader> {
  if (topics.length === 0) return new Map()
  const read = snsReader({ topics, get, subjectOf: address => readReturnPath(secret, address) })
  return new Map([['ses', readerOf(read, take, clock)]])
}

const readerOf =
  (read: ReturnType<typeof snsReader>, take: TakeReport, clock: Clock): CallbackReader =>
  async ({ body }) => {
    const reading = await read(body, clock()).catch(cause => {
      throw new Refusal('service_unavailable', { message: 'Amazon does not answer.', cause })
    })
    if (reading.kind === 'unauthorized' || reading.kind === 'unreadable') return reading
    const taken = reading.kind === 'report' ? await take(reading.report) : undefined
    if (taken?.kind === 'early') throw new Refusal('service_unavailable')
    return done
  }
