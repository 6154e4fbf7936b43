/**
 * Counts what receivers did with mail in the transaction of the facts, as separate rows, so that no transaction waits for a sum.
 * A row counts in the hour in which the mail left, so that the parts of a rate are about the same mail.
 */

import type { EventName } from '@posthorn/contract/event-names'
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import { domainOf } from '#core/addresses/email-address.ts'
import { isMagicAddress, simulatedWord } from '#core/simulation.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import type { Rates } from './rates.ts'
import { receiverFor } from './receiver.ts'
import { insertReceiverStats, type StatsRow } from './store.ts'

/** What happened to one recipient at one time. */
export type ReceiverOutcomes = {
  environmentId: string
  messageStream: MessageStream
  from: string
  address: string
  /** The name of a large receiver, when a transport knows it. */
  receiver: string | null | undefined
  types: readonly EventName[]
  /** When it left. */
  at: Date
  /** The mail already counts as sent. */
  isLate?: boolean
}

/** Does not wait: the rows are added when the transaction commits. */
export function countOutcomes(tx: Tx, heard: readonly ReceiverOutcomes[]): void {
  const rows = sumByKey(heard)
  if (rows.length > 0) withCommit(tx, insertReceiverStats(tx, rows))
}

function sumByKey(heard: readonly ReceiverOutcomes[]): StatsRow[] {
  const sums = new Map<string, StatsRow>()
  for (const one of heard) {
    if (isPretended(one)) continue
    const { sent, bounced, complained } = ratesOf(one)
    if (sent + bounced + complained === 0) continue
    const row = { ...keyOf(one), sent: 0, bounced: 0, complained: 0 }
    const key = [row.environmentId, row.domain, row.receiver, row.messageStream, row.hour.getTime()].join(' ')
    const sum = sums.get(key) ?? row
    sum.sent += sent
    sum.bounced += bounced
    sum.complained += complained
    sums.set(key, sum)
  }
  return [...sums.values()]
}

/** A CI run that tests the handling of bounces must not pause broadcasts; one address is there to do that. */
const isPretended = ({ address }: ReceiverOutcomes): boolean =>
  isMagicAddress(address) && simulatedWord(address) !== 'bad-list'

const hourMs = 3_600_000

const keyOf = ({ environmentId, messageStream, from, address, receiver, at }: ReceiverOutcomes) => ({
  environmentId,
  messageStream,
  domain: domainOf(from),
  receiver: receiverFor(address, receiver),
  hour: new Date(Math.floor(at.getTime() / hourMs) * hourMs),
})

/** A message that is refused at once counts as sent, or the rate would leave it out of the total. */
function ratesOf({ types, isLate = false }: ReceiverOutcomes): Rates {
  const happened = (type: EventName) => (types.includes(type) ? 1 : 0)
  const bounced = happened('email.bounced')
  const left = happened('email.sent') || happened('email.unconfirmed') || bounced
  return { sent: isLate ? 0 : left, bounced, complained: happened('email.complained') }
}
