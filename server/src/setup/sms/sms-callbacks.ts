/** Reports of carriers over HTTP, from the callback to the tables. */

import type { Clock } from '#core/clock.ts'
import type { CallbackReader } from '#http/callbacks.ts'
import { isAnsweredByCarriers } from '#resources/messages/sms/inbound/keywords.ts'
import type { Arrivals, Carrier } from '#transports/carrier.ts'
import type { CarrierPlan, CarrierSpec } from './carriers-file.ts'
import { httpCarriers } from './sms-carriers.ts'

type Parts = {
  arrivals: Arrivals
  clock: Clock
  /** The base of the URLs that the carriers were given. */
  publicUrl: string
}

/** By the name of the carrier. */
export function smsCallbacks(plan: CarrierPlan, parts: Parts): ReadonlyMap<string, CallbackReader> {
  const specs = new Map(plan.carriers.map(spec => [spec.name, spec]))
  return new Map(
    httpCarriers(parts, plan).map(carrier => [carrier.name, readerOf(carrier, specs.get(carrier.name), parts)]),
  )
}

function readerOf(
  carrier: Carrier,
  spec: CarrierSpec | undefined,
  { arrivals, clock, publicUrl }: Parts,
): CallbackReader {
  const answersKeywords = spec !== undefined && 'answersKeywords' in spec && spec.answersKeywords
  return async ({ url, headers, body }) => {
    // Carriers sign the URL they were given, even when a proxy rewrites it.
    const reading = carrier.readCallback?.({ url: publicUrl + url, headers, body }, clock())
    if (reading?.kind !== 'read') return { kind: reading?.kind ?? 'unreadable' }
    await Promise.all([
      ...reading.receipts.map(receipt => arrivals.receipt(receipt)),
      ...reading.inbound.map(message => {
        const isAnswered = answersKeywords && (message.isAnswered === true || isAnsweredByCarriers(message.body))
        return arrivals.inbound({ ...message, isAnswered })
      }),
    ])
    return { kind: 'taken', ...reading.reply }
  }
}
