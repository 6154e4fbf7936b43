/** Receipts and messages from carriers, stored in batches with whatever arrives at the same moment. */
import type { Logger } from 'pino'
import type { Clock } from '#core/clock.ts'
import type { Database } from '#postgres/database.ts'
import { groupCommit } from '#postgres/group-commit.ts'
import type { RateCard } from '#resources/account/rates/rate-card.ts'
import type { Arrivals, InboundSms, Receipt } from '#transports/carrier.ts'
import { type Received, receiveSms } from './inbound/receive.ts'
import { takeReceipts } from './receipts.ts'

/** The same order in all processes: two that bring pieces of the same texts must not deadlock. */
const bySender = (a: InboundSms, b: InboundSms): number => (orderOf(a) < orderOf(b) ? -1 : 1)
const orderOf = ({ from, to, carrier, carrierId, piece }: InboundSms): string =>
  JSON.stringify([from, to, carrier, piece?.reference, carrierId])

type Parts = { database: Database; clock: Clock; card: RateCard; log: Logger }

export function smsArrivals({ database, clock, card, log }: Parts): Arrivals {
  const takeReceipt = groupCommit(database, async (tx, receipts: readonly Receipt[]) => {
    await takeReceipts(tx, receipts, clock())
    return receipts.map(() => undefined)
  })
  const receive = groupCommit(database, async (tx, messages: readonly InboundSms[]) => {
    const at = clock()
    const received = new Map<InboundSms, Received>()
    for (const message of messages.toSorted(bySender)) received.set(message, await receiveSms(tx, card, message, at))
    return messages.map(message => received.get(message) ?? 'known')
  })
  return {
    receipt: receipt => takeReceipt(storable(receipt)),
    async inbound(message) {
      const kept = storable(message)
      // The two halves of a surrogate pair are joined before they are stored.
      const received = await receive(message.piece ? { ...kept, body: withoutNull(message.body) } : kept)
      if (received !== 'nobody') return
      const { carrier, to } = message
      log.error({ carrier, to }, 'a text message came in for a number without an owner; see `posthorn number add`')
    },
  }
}

const withoutNull = (text: string): string => text.replaceAll('\0', '')

/** The database accepts neither NUL nor half of a surrogate pair. If we refused them, a carrier would send the same message forever. */
const storable = <T extends object>(arrival: T): T =>
  // `as`: every field keeps its type.
  Object.fromEntries(
    Object.entries(arrival).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutNull(value).toWellFormed() : value,
    ]),
  ) as T
