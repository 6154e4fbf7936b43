/** What came of calls, for many at once. A status that nobody could be told of is an event of the message. */
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { toFact } from '../facts.ts'
import type { OutboundStatus, SmsKey } from '../sms.ts'
import { type Settlement, settleCalls } from './callback-store.ts'

export type CallResult = Settlement & {
  from: string
  to: string
  at: Date
  /** Why it was given up, where it was. */
  failure?: object
}

export type Settled = {
  /** The one that the message has now; undefined where somebody else has made the call: then nothing has changed. */
  status: OutboundStatus | undefined
}

/** In the order of the results. */
export async function settle(tx: Tx, results: readonly CallResult[]): Promise<Settled[]> {
  const rows = await settleCalls(tx, results)
  const statusOf = new Map(rows.map(row => [nameOf(row), row.status]))
  const facts = results.flatMap(result =>
    result.failure && statusOf.has(nameOf(result))
      ? [toFact(result, 'sms.callback_failed', result.failure, result.at)]
      : [],
  )
  if (facts.length > 0) withCommit(tx, record(tx, facts))
  return results.map(result => ({ status: statusOf.get(nameOf(result)) }))
}

const nameOf = ({ environmentId, smsId }: SmsKey): string => `${environmentId} ${smsId}`
