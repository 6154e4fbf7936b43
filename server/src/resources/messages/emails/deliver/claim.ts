/**
 * Taking deliveries into hand. A delivery belongs to the worker that claimed it for as long as that worker lives; after
 * that it is taken over, and what its phase tells decides how: before the final dot it is simply sent, after it the
 * peer may have a copy, so it is sent once more and said to be a possible duplicate.
 */
import { isSuspect, oneMoreCrash, pauseAfterCrash, suspectsLast } from '#dispatch/after-crash.ts'
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
  restDeliveries,
  watchDeliveries,
} from '../delivery-store.ts'
import type { EmailKey } from '../jobs.ts'
import { silencedAmong } from '../silenced.ts'
import type { Claimed, ClaimedEmail } from './claimed.ts'
import { lostTwice, toFact } from './facts.ts'

/** A lease lasts 30 s: with this a delivery whose worker has died is in other hands within 45. */
export const lookAgainMs = 10_000

export type ClaimOptions = {
  workerId: string
  inHand: Hands<Held>
  at: Date
  chance: () => number
}

/** Why there is no other attempt. */
type Doom = { as: 'failed' | 'suppressed' | 'unconfirmed'; reason: string }

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

async function takeOpen(tx: Tx, keys: readonly EmailKey[], options: ClaimOptions): Promise<readonly TakenOver[]> {
  const { workerId, inHand, chance } = options
  const [open, live] = await Promise.all([lockOpenDeliveries(tx, keys), findLivePools(tx)])
  const isHeld = (one: OpenDelivery) =>
    one.claimedBy !== null && (one.claimedBy === workerId ? inHand.has(one) : live.has(one.claimedBy))
  const held = open.filter(isHeld)
  if (held.length > 0) withCommit(tx, watchDeliveries(tx, held, lookAgainMs))
  const { rest = [], go = [] } = Object.fromEntries(
    Map.groupBy(
      open.filter(one => !isHeld(one)).map(one => takeOver(one, workerId)),
      ({ hasCrashed, crashes }) => (hasCrashed && isSuspect(crashes) ? 'rest' : 'go'),
    ),
  )
  if (rest.length > 0) {
    const resting = rest.map(one => ({ ...one, ms: pauseAfterCrash(one.crashes, chance()) }))
    withCommit(tx, restDeliveries(tx, resting))
  }
  const chosen = suspectsLast(go)
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

type TakenOver = Claimed & { wasInDoubt: boolean; hasCrashed: boolean }

/** Another worker's claim is left behind only when that worker has ended. */
function takeOver(one: OpenDelivery, workerId: string): TakenOver {
  const hasCrashed = one.claimedBy !== null && one.claimedBy !== workerId && !one.dot
  return {
    ...one,
    token: one.token + 1,
    crashes: hasCrashed ? oneMoreCrash(one.crashes) : one.crashes,
    doubts: one.doubts + (one.dot ? 1 : 0),
    wasInDoubt: one.dot,
    hasCrashed,
  }
}

/** What may have arrived is never said to have failed. */
function doomOf({ doubts, expired, attempts }: TakenOver, silencedBecause: string | undefined): Doom | undefined {
  if (doubts > 1) return { as: 'unconfirmed', reason: lostTwice }
  const mayHaveArrived = doubts > 0
  if (silencedBecause) return { as: mayHaveArrived ? 'unconfirmed' : 'suppressed', reason: silencedBecause }
  if (expired && attempts > 0) return { as: mayHaveArrived ? 'unconfirmed' : 'failed', reason: notInTime }
  return undefined
}

const notInTime = 'It could not be delivered in time.'
