/**
 * Stores results: the parts, the messages, the events and the refunds, in one transaction for many messages. A result whose
 * message another worker holds changes nothing, but its parts are stored.
 */

import { timeOf } from '#core/id.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { type Refund, refundEach } from '#resources/account/credits/refund.ts'
import type { SmsKey } from '#transports/carrier.ts'
import { wakeQueues } from '../callbacks/callback-store.ts'
import { believeCarrier, type RefusedSms } from '../opt-out.ts'
import { ownParts } from '../parts-store.ts'
import { settleProgress } from '../progress-store.ts'
import { applyReceipts } from '../receipts.ts'
import { type End, endOf, type Result } from './result.ts'

/** Stores all of them and returns which counted. */
export async function settle(tx: Tx, results: readonly Result[]): Promise<boolean[]> {
  const ends = results.map(result => ({ result, end: endOf(result, atOf(result)) }))
  const parts = ends.flatMap(({ end }) => end.parts)
  // The parts come first, as they do with receipts, to avoid deadlocks.
  const [answered, rows] = await Promise.all([
    parts.length > 0 ? ownParts(tx, parts) : Promise.resolve([]),
    settleProgress(
      tx,
      ends.map(({ end }) => end.settlement),
    ),
  ])
  wakeQueues(
    tx,
    rows.filter(row => row.toCall),
  )
  const settled = new Set(rows.map(nameOf))
  const counted = ends.filter(({ result }) => settled.has(nameOf(result.sms)))
  const optedOut = await believeCarrier(tx, counted.flatMap(toRefused))
  const facts = [...optedOut, ...counted.flatMap(({ end }) => end.facts)]
  if (facts.length > 0) withCommit(tx, record(tx, facts))
  const taken = counted.filter(mayHaveReceipts).map(({ result }) => result.sms)
  const at = results[0]?.at
  if (at && answered.length + taken.length > 0) await applyReceipts(tx, [...answered, ...taken], at)
  await refundEach(
    tx,
    counted.filter(({ end }) => end.refund).map(({ result }) => toRefund(result)),
  )
  return ends.map(({ result }) => settled.has(nameOf(result.sms)))
}

const toRefused = ({
  result: { sms, at },
  end: { optedOutAt: carrier },
}: {
  result: Result
  end: End
}): RefusedSms[] => (carrier === undefined ? [] : [{ ...sms, carrier, at }])

/** A message that now counts as sent without an answer of its carrier may have a receipt already. */
const mayHaveReceipts = ({ result, end }: { result: Result; end: End }): boolean =>
  result.conclusion.kind === 'taken' || end.facts.some(({ type }) => type === 'sms.unconfirmed')

const nameOf = ({ environmentId, smsId }: SmsKey): string => `${environmentId} ${smsId}`

/** Clocks differ: nothing happens to a message before it was accepted. */
function atOf({ sms, at }: Result): Date {
  const created = timeOf(sms.smsId)
  return created > at ? created : at
}

const toRefund = ({ sms, at }: Result): Refund => ({
  organizationId: sms.organizationId,
  subjectId: sms.smsId,
  kind: 'sms',
  credits: sms.credits,
  at,
})
