/**
 * Whoever guesses passwords is slowed down twice: by the network they come from and by the account they try. The counts
 * are in the database, so they hold over all processes and for tries at the same moment.
 */
import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import type { Db } from '#postgres/database.ts'
import { Refusal } from '#refusal.ts'
import { countTries, deleteOldTries, deleteTries, takeBackTries } from './store.ts'

const windowSeconds = 600
/** A typing person needs three or four; ten a window are 1,440 guesses of one password in a day. */
const mostByAccount = 10
/** Many people may share one address. */
const mostByAddress = 60

export type Trying = { address: string; account: string }

/** Counts one try, and refuses it when there were too many. Asked before the password is looked at. */
export async function countTry(db: Db, trying: Trying): Promise<void> {
  const { address, account } = subjectsOf(trying)
  const counted = await countTries(db, [address, account], windowSeconds)
  await deleteOldTries(db)
  const tooMany = counted.filter(
    ({ subject, tries }) => tries > (subject.equals(account) ? mostByAccount : mostByAddress),
  )
  if (tooMany.length === 0) return
  throw new Refusal('rate_limit_exceeded', {
    message: 'Too many tries. Wait a few minutes before you try again.',
    retryAfterSeconds: Math.max(...tooMany.map(one => one.secondsLeft)),
  })
}

/** The try was no guess: the account starts again, and whoever shares the address does not pay for it. */
export async function forgiveTry(db: Db, trying: Trying): Promise<void> {
  const { address, account } = subjectsOf(trying)
  await takeBackTries(db, [address])
  await deleteTries(db, account)
}

export const forgetTries = (db: Db, account: string): Promise<void> =>
  deleteTries(db, subjectsOf({ address: '', account }).account)

const subjectsOf = ({ address, account }: Trying) => ({
  address: hashOf(`address ${networkOf(address)}`),
  account: hashOf(`account ${account.toLowerCase()}`),
})

/** Addresses of people who may not even exist are not worth keeping. */
const hashOf = (text: string): Buffer => Buffer.from(hash('sha256', text, 'hex'), 'hex')

/** Whoever has one IPv6 address has its whole /64, however short it is written. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail ?? '')]
  return all
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
