/** A code opens one door (RFC 6238, section 5.2): whoever has seen it being typed comes too late. */
import { hash } from 'node:crypto'
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { countTries, deleteTries } from './store.ts'

/** Longer than any code is taken: from half a minute before its own to half a minute after it. */
const keptSeconds = 120

/** False for all but the first, in whatever process and at whatever moment the others come. */
export async function takeCode(db: Db, personId: string, code: string): Promise<boolean> {
  const [taken] = await countTries(db, [subjectOf(`code ${code} of ${personId}`)], keptSeconds)
  return taken?.tries === 1
}

/** When a process dies over it, the next one waits no longer. */
const maxSeconds = 30

/** better-auth does not notice when a second code of a person is used at the same moment, and takes a backup code twice. */
export async function oneCodeAtATime<T>(db: Db, personId: string, work: () => Promise<T>): Promise<T> {
  const subject = subjectOf(`codes of ${personId}`)
  const [entered] = await countTries(db, [subject], maxSeconds)
  if (entered?.tries !== 1)
    throw new Refusal('rate_limit_exceeded', {
      message: 'Another code is looked at. Try again in a moment.',
      retryAfterSeconds: 1,
    })
  try {
    return await work()
  } finally {
    await deleteTries(db, subject)
  }
}

const subjectOf = (text: string): Buffer => Buffer.from(hash('sha256', text, 'hex'), 'hex')
