/** A code is valid once (RFC 6238, section 5.2), so that an onlooker cannot use it again. */
import { hash } from 'node:crypto'
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { countTries, deleteTries } from './store.ts'

/** Longer than a code is accepted: from half a minute before its own period to half a minute after. */
const keptSeconds = 120

/** False for all but the first use, over all processes. */
export async function takeCode(db: Db, personId: string, code: string): Promise<boolean> {
  const [taken] = await countTries(db, [subjectOf(`code ${code} of ${personId}`)], keptSeconds)
  return taken?.tries === 1
}

/** The longest wait when a process dies while it checks a code. */
const maxSeconds = 30

/** better-auth does not handle concurrent codes of one person: it accepts a backup code twice, and loses changes of the list. */
export async function oneCodeAtATime<T>(db: Db, personId: string, work: () => Promise<T>): Promise<T> {
  const subject = subjectOf(`codes of ${personId}`)
  const [entered] = await countTries(db, [subject], maxSeconds)
  if (entered?.tries !== 1)
    throw new Refusal('rate_limit_exceeded', {
      message: 'Another code or password of yours is being checked. Try again in a moment.',
      retryAfterSeconds: 1,
    })
  try {
    return await work()
  } finally {
    await deleteTries(db, subject)
  }
}

const subjectOf = (text: string): Buffer => Buffer.from(hash('sha256', text, 'hex'), 'hex')
