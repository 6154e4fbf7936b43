/**
 * Taking deliveries into hand. A delivery belongs to the worker that claimed it for as long as that worker lives; after
 * that it is taken over, and what its phase tells decides how: before the final dot it is simply sent, after it the
 * peer may have a copy, so it is sent once more and said to be a possible duplicate.
 */
import { record } from '#events/record.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { findLivePools } from '#queue/locks.ts'
import { findSuppressed } from '#resources/suppressions/read.ts'
import { suppressionKey } from '#resources/suppressions/suppression.ts'
import { findEnvelopes } from '../content-store.ts'
import {
  claimDeliveries,
  type DeliveryKey,
  lockOpenDeliveries,
  type OpenDelivery,
  watchDeliveries,
} from '../delivery-store.ts'
import type { EmailKey } from '../jobs.ts'
import type { Claimed, ClaimedEmail } from './claimed.ts'
import { toFact } from './facts.ts'

/** A lease lasts 30 s: with this a delivery whose worker has died is in other hands within 45. */
export const lookAgainMs = 10_000

/** A message that was in hand when so many workers ended is taken for the reason. */
const mostCrashes = 3

export type ClaimOptions = {
  workerId: string
  /** What this very worker has, so that two of its jobs do not take it from each other. */
  inHand: Hands
  at: Date
}

export type Hands = {
  has(delivery: DeliveryKey): boolean
  take(deliveries: readonly DeliveryKey[]): void
  drop(deliveries: readonly DeliveryKey[]): void
}

/** One that is not worth another attempt. */
type Doomed = { delivery: Claimed; state: 'failed' | 'suppressed'; reason: string }

export type Claim = { emails: ClaimedEmail[]; doomed: (Doomed & { recipients: number })[] }

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
  const open = await lockOpenDeliveries(tx, keys)
  const live = await findLivePools(tx)
  const isHeld = (one: OpenDelivery) =>
    one.claimedBy !== null && (one.claimedBy === workerId ? inHand.has(one) : live.has(one.claimedBy))
  const held = open.filter(isHeld)
  if (held.length > 0) await watchDeliveries(tx, held, lookAgainMs)
  const chosen = suspectsAlone(open.filter(one => !isHeld(one))).map(one => takeOver(one, workerId))
  if (chosen.length > 0) await claimDeliveries(tx, workerId, chosen)
  return chosen
}

async function describe(tx: Tx, chosen: readonly TakenOver[], at: Date): Promise<Claim> {
  const doomed = await findDoomed(tx, chosen)
  const lost = new Set(doomed.map(one => one.delivery))
  const sound = chosen.filter(one => !lost.has(one))
  const again = sound.filter(one => one.wasInDoubt)
  await record(
    tx,
    again.map(one => toFact(one, 'email.possible_duplicate', { reason: duplicateReason }, at)),
  )
  const envelopes = await findEnvelopes(tx, [...new Map(chosen.map(one => [one.emailId, one])).values()])
  const recipients = new Map(envelopes.map(envelope => [envelope.emailId, envelope.recipients]))
  const byEmail = Map.groupBy(sound, delivery => delivery.emailId)
  return {
    emails: envelopes.flatMap(envelope => {
      const deliveries = byEmail.get(envelope.emailId)
      return deliveries ? [{ ...envelope, deliveries }] : []
    }),
    doomed: doomed.map(one => ({ ...one, recipients: recipients.get(one.delivery.emailId) ?? 1 })),
  }
}

const duplicateReason = 'The first copy may have arrived: its answer was lost. It is sent once more.'

/** Those that were in hand when a worker ended come one at a time, so that the guilty one harms no other. */
function suspectsAlone(free: readonly OpenDelivery[]): readonly OpenDelivery[] {
  const innocent = free.filter(one => one.crashes === 0 && one.claimedBy === null)
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

async function findDoomed(tx: Tx, chosen: readonly TakenOver[]): Promise<Doomed[]> {
  const suppressed = await findSuppressed(
    tx,
    chosen.map(({ environmentId, address }) => ({ environmentId, email: address })),
  )
  return chosen.flatMap((delivery): Doomed[] => {
    if (suppressed.has(suppressionKey(delivery.environmentId, delivery.address)))
      return [{ delivery, state: 'suppressed', reason: 'The address is on the suppression list.' }]
    const reason = reasonToFail(delivery)
    return reason ? [{ delivery, state: 'failed', reason }] : []
  })
}

function reasonToFail({ crashes, doubts, expired, attempts }: TakenOver): string | undefined {
  if (crashes >= mostCrashes) return `The worker ended ${crashes} times while it had this message.`
  if (doubts > 1) return 'The answer to the final dot was lost twice: it may have arrived, nobody can tell.'
  if (expired && attempts > 0) return 'It could not be delivered in time.'
  return undefined
}
