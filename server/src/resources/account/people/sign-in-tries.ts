/**
 * Slows down password guessing without locking anyone out: after some free attempts each further one has to wait twice as long,
 * up to a limit. Attempts are counted by account and network together, so that a stranger elsewhere does not slow the owner
 * down; a browser that has signed in before is counted separately. Two upper limits stop guesses from many networks at one account,
 * and from one network at many accounts. The counts are in the database, so they hold for all processes and for concurrent attempts.
 *
 * Possible guesses at one password per day: about 1,450 from one network, 8,740 from all networks together.
 */
import { hash } from 'node:crypto'
import { networkOf } from '#core/networks.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { countSlowedTry, deleteOldTries, deleteTries, deleteTriesWithin, type Pace, takeBackTries } from './store.ts'

/** A person who mistypes needs three or four. */
const ofOne: Pace = { free: 5, maxWaitSeconds: 60 }
/** Many people may share one network address. */
const ofNetwork: Pace = { free: 60, maxWaitSeconds: 1 }
/** One network cannot use it up, because it gets one attempt a minute. */
const ofAccount: Pace = { free: 100, maxWaitSeconds: 10 }

/** `known` is a browser that has signed in to this account before, or a person who is signed in. */
export type Trying = { known: string } | { address: string; account: string }

/** Counts an attempt or refuses it, before the password is checked. A refused attempt is not counted. */
export async function countTry(db: Db, trying: Trying): Promise<void> {
  const counted: Buffer[] = []
  for (const { subject, pace } of countsOf(trying)) {
    const waitSeconds = await countSlowedTry(db, subject, pace)
    if (waitSeconds > 0) {
      await takeBackTries(db, counted)
      throw tooMany(Math.ceil(waitSeconds))
    }
    counted.push(subject)
  }
  await deleteOldTries(db)
}

/** The same for other actions that must not be done too often. */
export async function slowDown(db: Db, subject: string, pace: Pace): Promise<void> {
  const waitSeconds = await countSlowedTry(db, hashOf(subject), pace)
  if (waitSeconds > 0) throw tooMany(Math.ceil(waitSeconds))
}

/** For expensive actions where nothing can be guessed: limits only each network. */
export async function countVisit(db: Db, address: string): Promise<void> {
  await slowDown(db, `visits from ${networkOf(address)}`, ofNetwork)
  await deleteOldTries(db)
}

/** For a successful attempt: resets its own count, and takes it back from the other counts. */
export async function clearTry(db: Db, trying: Trying): Promise<void> {
  const [own, ...ceilings] = countsOf(trying)
  if (own) await deleteTries(db, own.subject)
  await takeBackTries(
    db,
    ceilings.map(({ subject }) => subject),
  )
}

/** The attempts from all networks. */
export const forgetTries = (db: Db, account: string): Promise<void> => deleteTriesWithin(db, accountHash(account))

function countsOf(trying: Trying): { subject: Buffer; pace: Pace }[] {
  if ('known' in trying) return [{ subject: hashOf(`known ${trying.known}`), pace: ofOne }]
  const account = accountHash(trying.account)
  const network = hashOf(`network ${networkOf(trying.address)}`)
  return [
    // Begins with the account, so that the attempts from all networks can be deleted together.
    { subject: Buffer.concat([account, network]), pace: ofOne },
    { subject: network, pace: ofNetwork },
    { subject: account, pace: ofAccount },
  ]
}

const tooMany = (seconds: number) =>
  new Refusal('rate_limit_exceeded', {
    message: `Too many attempts. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    retryAfterSeconds: seconds,
  })

const accountHash = (account: string): Buffer => hashOf(`account ${account.toLowerCase()}`)

/** Hashed, so that typed addresses, even of people who do not exist, are not stored. */
const hashOf = (text: string): Buffer => Buffer.from(hash('sha256', text, 'hex'), 'hex')
