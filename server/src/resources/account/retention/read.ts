import type { Db } from '#postgres/database.ts'
import { bytesPerEmail, countEmails } from './estimate-store.ts'
import { type Kind, keptSince, kinds, type Retention, usual } from './retention.ts'
import { findOne } from './store.ts'

export async function readRetention(db: Db, environmentId: string): Promise<Retention> {
  const row = await findOne(db, environmentId)
  return row.told ?? usual[row.mode]
}

/** An approximate number of emails and their size: figures count emails by the hour, and the size is an average. */
export type Estimate = Readonly<Record<Kind, { emails: number; bytes: number }>>

export async function estimate(db: Db, environmentId: string, retention: Retention, now: Date): Promise<Estimate> {
  const bytes = await bytesPerEmail(db)
  const of = async (kind: Kind) => {
    const days = retention[kind]
    const emails = await countEmails(db, environmentId, days === null ? null : keptSince(days, now))
    return { emails, bytes: Math.round(emails * bytes[kind]) }
  }
  const [bodies, events, messages] = await Promise.all(kinds.map(of))
  if (!bodies || !events || !messages) throw new Error('each kind has an estimate')
  return { bodies, events, messages }
}
