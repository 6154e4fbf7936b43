/** Text messages that were open in the backup that this copy was restored from: they may have been sent since. */
import { record } from '#events/record.ts'
import type { Database, Db, Tx } from '#postgres/database.ts'
import { type Decision, decidePages, mayHaveBeenSent, type RestoredKey } from '#postgres/restored-copy.ts'
import { findContents } from '../content-store.ts'
import { toFact } from '../facts.ts'
import { findParts } from '../parts-store.ts'
import { retrySchedule } from '../retry.ts'
import { settle } from '../submit/settle.ts'
import { countRestored, doubtSms, takeToFail } from './restored-store.ts'

export const countOpenSms = (db: Db): Promise<number> => countRestored(db)

/** Returns how many were affected. May be repeated after an interruption. */
export const decideSms = (database: Database, decision: Decision, at: Date): Promise<number> =>
  decidePages(database, 'sms', (tx, keys) => (decision === 'send' ? sendOnceMore : giveUp)(tx, keys.map(toSmsKey), at))

const toSmsKey = ({ environmentId, id }: RestoredKey) => ({ environmentId, smsId: id })
type Keys = readonly ReturnType<typeof toSmsKey>[]

async function sendOnceMore(tx: Tx, messages: Keys, at: Date): Promise<number> {
  const doubted = await doubtSms(tx, messages, retrySchedule.giveUpAfterMs)
  const facts = doubted
    .filter(({ isNew }) => isNew)
    .map(one => toFact(one, 'sms.possible_duplicate', { reason: `${mayHaveBeenSent} It is submitted once more.` }, at))
  if (facts.length > 0) await record(tx, facts)
  return doubted.length
}

/** A message of which a carrier has or may have a part is never marked as failed. */
async function giveUp(tx: Tx, messages: Keys, at: Date): Promise<number> {
  const taken = await takeToFail(tx, messages)
  if (taken.length === 0) return 0
  const contents = new Map((await findContents(tx, taken)).map(one => [one.smsId, one]))
  const parts = Map.groupBy(await findParts(tx, taken), part => part.smsId)
  const results = taken.flatMap(row => {
    const content = contents.get(row.smsId)
    if (!content) return []
    const has = parts.get(row.smsId) ?? []
    const mayHaveIt = row.submitting || row.doubts > 0 || has.length > 0
    const sms = { ...content, ...row, inDoubt: row.submitting, boundTo: row.carrier, taken: has }
    const reason = `${mayHaveBeenSent} The operator gave it up.`
    const conclusion = mayHaveIt
      ? { kind: 'ended' as const, as: 'unconfirmed' as const, reason, total: row.parts ?? 1 }
      : { kind: 'ended' as const, as: 'failed' as const, reason }
    return [{ sms, conclusion, at }]
  })
  await settle(tx, results)
  return results.length
}
