/** Stores the results of many calls. A status that could not be reported becomes an event of the message. */
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { toFact } from '../facts.ts'
import type { SmsKey } from '../sms.ts'
import { type Ended, type Settlement, settleCalls } from './callback-store.ts'

export type CallResult = Settlement & {
  from: string
  to: string
  at: Date
  /** Why it was given up, if it was. */
  failure?: object
}

/** The current status of the message; undefined when another worker has made the call: then nothing has changed. */
export type Settled = { ended: Ended | undefined }

/** In the order of the results. */
export async function settle(tx: Tx, results: readonly CallResult[]): Promise<Settled[]> {
  const rows = await settleCalls(tx, results)
  const endedOf = new Map(rows.map(row => [nameOf(row), row]))
  const facts = results.flatMap(result =>
    result.failure && endedOf.has(nameOf(result))
      ? [toFact(result, 'sms.callback_failed', result.failure, result.at)]
      : [],
  )
  if (facts.length > 0) withCommit(tx, record(tx, facts))
  return results.map(result => ({ ended: endedOf.get(nameOf(result)) }))
}

const nameOf = ({ environmentId, smsId }: SmsKey): string => `${environmentId} ${smsId}`
