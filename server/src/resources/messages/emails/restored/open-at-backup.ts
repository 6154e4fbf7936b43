/** Emails that were open in the backup that this copy was restored from: they may have been sent since. */
import { record } from '#events/record.ts'
import type { Database, Db, Tx } from '#postgres/database.ts'
import { type Decision, decidePages, mayHaveBeenSent, type RestoredKey } from '#postgres/restored-copy.ts'
import { findEnvelopes } from '../content/content-store.ts'
import { toFact } from '../deliver/facts.ts'
import { retrySchedule } from '../deliver/retry.ts'
import { settle } from '../deliver/settle.ts'
import { countRestored, doubtDeliveries, takeToFail } from './restored-store.ts'

export const countOpenEmails = (db: Db): Promise<number> => countRestored(db)

/** Returns how many recipients were affected. Can be repeated after an interruption. */
export const decideEmails = (database: Database, decision: Decision, at: Date): Promise<number> =>
  decidePages(database, 'email', (tx, keys) =>
    (decision === 'send' ? sendOnceMore : giveUp)(tx, keys.map(toEmailKey), at),
  )

const toEmailKey = ({ environmentId, id }: RestoredKey) => ({ environmentId, emailId: id })
type Keys = readonly ReturnType<typeof toEmailKey>[]

async function sendOnceMore(tx: Tx, emails: Keys, at: Date): Promise<number> {
  const doubted = await doubtDeliveries(tx, emails, retrySchedule.giveUpAfterMs)
  const facts = doubted
    .filter(({ isNew }) => isNew)
    .map(one => toFact(one, 'email.possible_duplicate', { reason: `${mayHaveBeenSent} It is sent once more.` }, at))
  if (facts.length > 0) await record(tx, facts)
  return doubted.length
}

/** A delivery whose final dot may have been sent is never marked as failed. */
async function giveUp(tx: Tx, emails: Keys, at: Date): Promise<number> {
  const taken = await takeToFail(tx, emails)
  if (taken.length === 0) return 0
  const envelopes = new Map((await findEnvelopes(tx, emails)).map(one => [one.emailId, one]))
  const results = taken.flatMap(delivery => {
    const email = envelopes.get(delivery.emailId)
    if (!email) return []
    const as = delivery.dot || delivery.doubts > 0 ? ('unconfirmed' as const) : ('failed' as const)
    const conclusion = { kind: 'ended' as const, as, reason: `${mayHaveBeenSent} The operator gave it up.` }
    const { recipients, aheadMs, fromAddress: from } = email
    return [{ delivery, recipients, aheadMs, from, labels: email, conclusion, at }]
  })
  await settle(tx, results)
  return results.length
}
