/**
 * Whoever guesses passwords is slowed down, and nobody is locked out: after some free tries each further one has to wait, twice as
 * long every time up to a limit. Tries are counted by account and network together, so that a stranger elsewhere does not slow the
 * owner down; a browser that has signed in before is counted by itself. Two ceilings stop guesses from many networks at one account,
 * and from one network at many accounts. The counts are in the database: they hold over all processes and for tries at one moment.
 *
 * Guesses of one password in a day: about 1,450 from one network, 8,740 from all networks together.
 */
import { hash } from 'node:crypto'
import { networkOf } from '#core/networks.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import { countSlowedTry, deleteOldTries, deleteTries, deleteTriesWithin, type Pace, takeBackTries } from './store.ts'

/** A typing person needs three or four. */
const ofOne: Pace = { free: 5, longestWaitSeconds: 60 }
/** Many people may share one address. */
const ofNetwork: Pace = { free: 60, longestWaitSeconds: 1 }
/** One network alone cannot fill it: it gets a try a minute. */
const ofAccount: Pace = { free: 100, longestWaitSeconds: 10 }

/** `known` names a browser that has signed in to this account before, or a person who is signed in. */
export type Trying = { known: string } | { address: string; account: string }

/** Counts one try, or refuses it. Asked before the password is looked at. A try that is refused counts nowhere. */
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

/** The same for anything else that must not be done too often. */
export async function slowDown(db: Db, subject: string, pace: Pace): Promise<void> {
  const waitSeconds = await countSlowedTry(db, hashOf(subject), pace)
  if (waitSeconds > 0) throw tooMany(Math.ceil(waitSeconds))
}

/** For what costs us something, and where nothing is guessed that could be: only one network at many things is slowed down. */
export async function countVisit(db: Db, address: string): Promise<void> {
  await slowDown(db, `visits from ${networkOf(address)}`, ofNetwork)
  await deleteOldTries(db)
}

/** The try was no guess: its own count starts again, and the others are as if it had not been. */
export async function forgiveTry(db: Db, trying: Trying): Promise<void> {
  const [own, ...ceilings] = countsOf(trying)
  if (own) await deleteTries(db, own.subject)
  await takeBackTries(
    db,
    ceilings.map(({ subject }) => subject),
  )
}

/** From every network. */
export const forgetTries = (db: Db, account: string): Promise<void> => deleteTriesWithin(db, accountHash(account))

function countsOf(trying: Trying): { subject: Buffer; pace: Pace }[] {
  if ('known' in trying) return [{ subject: hashOf(`known ${trying.known}`), pace: ofOne }]
  const account = accountHash(trying.account)
  const network = hashOf(`network ${networkOf(trying.address)}`)
  return [
    // Begins with the account, so that those of all networks can be forgotten together.
    { subject: Buffer.concat([account, network]), pace: ofOne },
    { subject: network, pace: ofNetwork },
    { subject: account, pace: ofAccount },
  ]
}

const tooMany = (seconds: number) =>
  new Refusal('rate_limit_exceeded', {
    message: `Too many tries. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
    retryAfterSeconds: seconds,
  })

const accountHash = (account: string): Buffer => hashOf(`account ${account.toLowerCase()}`)

/** Addresses of people who may not even exist are not worth keeping. */
const hashOf = (text: string): Buffer => Buffer.from(hash('sha256', text, 'hex'), 'hex')
