/**
 * Taking deliveries into hand. A delivery belongs to the worker that claimed it for as long as that worker lives; after
 * that it is taken over, and what its phase tells decides how: before the final dot it is simply sent, after it the
 * peer may have a copy, so it is sent once more and said to be a possible duplicate.
 */
import type { Hands } from '#dispatch/hands.ts'
import { record } from '#events/record.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { findLivePools } from '#queue/locks.ts'
import { type Envelope, findEnvelopes } from '../content-store.ts'
import {
  claimDeliveries,
  type Held,
  lockOpenDeliveries,
  type OpenDelivery,
  watchDeliveries,
} from '../delivery-store.ts'
import type { EmailKey } from '../jobs.ts'
import { silencedAmong } from '../silenced.ts'
import type { Claimed, ClaimedEmail } from './claimed.ts'
import { toFact } from './facts.ts'

/** A lease lasts 30 s: with this a delivery whose worker has died is in other hands within 45. */
export const lookAgainMs = 10_000

/** A message that was in hand when so many workers ended is taken for the reason. */
const mostCrashes = 3

export type ClaimOptions = {
  workerId: string
  inHand: Hands<Held>
  at: Date
}

/** Why one is not worth another attempt. */
type Doom = { state: 'failed' | 'suppressed'; reason: string }

export type Claim = { emails: ClaimedEmail[]; doomed: (Doom & { delivery: Claimed; email: Envelope })[] }

export async function claim(database: Database, keys: readonly EmailKey[], options: ClaimOptions): Promise<Claim> {
  let taken: readonly TakenOver[] = []
  try {
    return await database.transaction(async tx => {
      options.inHand.drop(taken)
      taken = await takeOpen(tx, keys, options)
      options.inHand.take(taken)
      return taken.length > 0 ? describe(tx, taken, options.at) : { emails: [], doomed: [] }
    })
  } catch (error) {
    options.inHand.drop(taken)
    throw error
  }
}

async function takeOpen(tx: Tx, keys: readonly EmailKey[], { workerId, inHand }: ClaimOptions): Promise<TakenOver[]> {
  const [open, live] = await Promise.all([lockOpenDeliveries(tx, keys), findLivePools(tx)])
  const isHeld = (one: OpenDelivery) =>
    one.claimedBy !== null && (one.claimedBy === workerId ? inHand.has(one) : live.has(one.claimedBy))
  const held = open.filter(isHeld)
  if (held.length > 0) withCommit(tx, watchDeliveries(tx, held, lookAgainMs))
  const chosen = suspectsAlone(open.filter(one => !isHeld(one))).map(one => takeOver(one, workerId))
  if (chosen.length > 0) withCommit(tx, claimDeliveries(tx, workerId, chosen))
  return chosen
}

async function describe(tx: Tx, chosen: readonly TakenOver[], at: Date): Promise<Claim> {
  const envelopes = await findEnvelopes(tx, [...new Map(chosen.map(one => [one.emailId, one])).values()])
  const envelopeOf = new Map(envelopes.map(envelope => [envelope.emailId, envelope]))
  const addressed = chosen.map(delivery => {
    const email = envelopeOf.get(delivery.emailId)
    if (!email) throw new Error(`the email ${delivery.emailId} is gone`)
    return { delivery, email, recipient: { audience: email, address: delivery.address } }
  })
  // Things may have changed since it was accepted.
  const reasonFor = await silencedAmong(
    tx,
    addressed.map(({ recipient }) => recipient),
  )
  const judged = addressed.map(one => ({ ...one, doom: doomOf(one.delivery, reasonFor(one.recipient)) }))
  const sound = judged.filter(({ doom }) => !doom)
  const facts = sound
    .filter(({ delivery }) => delivery.wasInDoubt)
    .map(({ delivery }) => toFact(delivery, 'email.possible_duplicate', { reason: duplicateReason }, at))
  if (facts.length > 0) withCommit(tx, record(tx, facts))
  return {
    emails: [...Map.groupBy(sound, ({ email }) => email)].map(([email, list]) => ({
      ...email,
      deliveries: list.map(({ delivery }) => delivery),
    })),
    doomed: judged.flatMap(({ delivery, email, doom }) => (doom ? [{ delivery, email, ...doom }] : [])),
  }
}

const duplicateReason = 'The first copy may have arrived: its answer was lost. It is sent once more.'

/**
 * Those that were in hand when a worker ended go on together, once: most of them have nothing to do with it. Those that it
 * happens to again come one at a time, so that the guilty one harms no other.
 */
function suspectsAlone(free: readonly OpenDelivery[]): readonly OpenDelivery[] {
  const innocent = free.filter(one => one.crashes === 0)
  if (innocent.length > 0) return innocent
  return free.toSorted((a, b) => a.crashes - b.crashes).slice(0, 1)
}

type TakenOver = Claimed & { wasInDoubt: boolean }

/** Another worker's claim is left behind only when that worker has ended. */
const takeOver = (one: OpenDelivery, workerId: string): TakenOver => ({
  ...one,
  token: one.token + 1,
  crashes: one.crashes + (one.claimedBy !== null && one.claimedBy !== workerId && !one.dot ? 1 : 0),
  doubts: one.doubts + (one.dot ? 1 : 0),
  wasInDoubt: one.dot,
})

function doomOf(delivery: TakenOver, silencedBecause: string | undefined): Doom | undefined {
  if (silencedBecause) return { state: 'suppressed', reason: silencedBecause }
  const reason = reasonToFail(delivery)
  return reason ? { state: 'failed', reason } : undefined
}

function reasonToFail({ crashes, doubts, expired, attempts }: TakenOver): string | undefined {
  if (crashes >= mostCrashes) return `The worker ended ${crashes} times while it had this message.`
  if (doubts > 1) return 'The answer to the final dot was lost twice: it may have arrived, nobody can tell.'
  if (expired && attempts > 0) return 'It could not be delivered in time.'
  return undefined
}
