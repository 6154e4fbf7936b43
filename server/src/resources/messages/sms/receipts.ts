/**
 * Receipts: what carriers report about parts later. A receipt may arrive before the answer to the submission, twice, late, or for
 * an unknown part. It is stored with the part; when both are known the message is updated. A message that has ended stays as it
 * is.
 */
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { dollarsToText, parseDollars } from '#resources/account/rates/dollars.ts'
import type { Receipt, SmsKey } from '#transports/carrier.ts'
import { wakeQueues } from './callbacks/callback-store.ts'
import { toFact } from './facts.ts'
import { believeCarrier } from './opt-out.ts'
import { findParts, keepReceipts, type PartRow } from './parts-store.ts'
import { type Ending, endSent, lockSent, makeWaitingDue, updateCosts } from './progress-store.ts'
import { statusOf } from './sms.ts'

export async function takeReceipts(tx: Tx, receipts: readonly Receipt[], at: Date): Promise<void> {
  const known = await keepReceipts(tx, receipts)
  const optedOut = receipts.flatMap(({ sms, optedOut, carrier }) =>
    sms && optedOut ? [[sms.smsId, carrier] as const] : [],
  )
  if (known.length > 0) await applyReceipts(tx, known, at, new Map(optedOut))
  // A receipt that names the message itself may settle a doubt.
  const named = receipts.flatMap(({ sms }) => sms ?? [])
  if (named.length > 0) withCommit(tx, makeWaitingDue(tx, named))
}

/** Updates these messages from their receipts. `optedOutAt`: the carriers that have a STOP of the recipients of some, by message. */
export async function applyReceipts(
  tx: Tx,
  keys: readonly SmsKey[],
  now: Date,
  optedOutAt: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const distinct = [...new Map(keys.map(key => [key.smsId, key])).values()]
  const [sent, parts] = await Promise.all([lockSent(tx, distinct), findParts(tx, distinct)])
  const partsOf = Map.groupBy(parts, part => part.smsId)
  const ended = sent.flatMap(sms => {
    const own = partsOf.get(sms.smsId) ?? []
    const status = statusOf(sms.parts, own)
    if (status === 'sent') return []
    // Clocks differ: nothing arrives before it was sent.
    const at = sms.sentAt > now ? sms.sentAt : now
    const ending: Ending = {
      environmentId: sms.environmentId,
      smsId: sms.smsId,
      status,
      deliveredAt: status === 'delivered' ? at : null,
    }
    // A receipt that comes again says nothing new: the person may have sent START since.
    const carrier = status === 'undelivered' ? optedOutAt.get(sms.smsId) : undefined
    const refused = carrier === undefined ? [] : [{ ...sms, carrier, at }]
    return [
      { ending, refused, toCall: sms.toCall, fact: toFact(sms, `sms.${status}`, describeReceipt(own, status), at) },
    ]
  })
  const costs = [...partsOf.values()].flatMap(costOf)
  if (costs.length > 0) withCommit(tx, updateCosts(tx, costs))
  if (ended.length === 0) return
  const endings = ended.map(({ ending }) => ending)
  withCommit(tx, endSent(tx, endings))
  wakeQueues(
    tx,
    ended.flatMap(({ ending, toCall }) => (toCall ? [ending] : [])),
  )
  const optedOut = await believeCarrier(
    tx,
    ended.flatMap(({ refused }) => refused),
  )
  const facts = ended.map(({ fact }) => fact)
  withCommit(tx, record(tx, [...optedOut, ...facts]))
}

/** In the words of the last receipt with that state. */
function describeReceipt(parts: readonly PartRow[], status: 'delivered' | 'undelivered'): object {
  const decisive = parts.findLast(part => part.state === status)
  return { carrier: decisive?.carrier, ...(decisive?.reply && { reply: decisive.reply }) }
}

/** Known once the carrier has reported the price of every part that it has. */
function costOf(parts: readonly PartRow[]): (SmsKey & { dollars: string })[] {
  const [first] = parts
  if (!first || parts.some(part => part.cost === null)) return []
  const sum = parts.reduce((total, part) => total + parseDollars(part.cost ?? '0'), 0n)
  return [{ environmentId: first.environmentId, smsId: first.smsId, dollars: dollarsToText(sum) }]
}
