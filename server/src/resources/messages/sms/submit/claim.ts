/**
 * Taking messages into hand. A message belongs to the worker that claimed it for as long as that worker lives; after that
 * it is taken over, and what is known decides how: if it had not left it is simply submitted; if it may have left, the
 * carrier may have it, so it is submitted once more and said to be a possible duplicate, unless the carrier knows a
 * repetition when it sees one.
 */
import { isSuspect, oneMoreCrash, pauseAfterCrash, suspectsLast } from '#dispatch/after-crash.ts'
import type { Hands } from '#dispatch/hands.ts'
import { record } from '#events/record.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { findLivePools } from '#queue/locks.ts'
import type { SmsKey } from '#transports/carrier.ts'
import { findContents } from '../content-store.ts'
import { lostTwice, toFact } from '../facts.ts'
import { optedOutOf } from '../opted-out.ts'
import { findParts } from '../parts-store.ts'
import { claimSms, type Held, lockOpen, type OpenSms, restSms, watchOpen } from '../progress-store.ts'
import type { ClaimedSms } from './claimed.ts'

/** A lease lasts 30 s: with this a message whose worker has died is in other hands within 45. */
export const lookAgainMs = 10_000

export type ClaimOptions = {
  workerId: string
  inHand: Hands<Held>
  at: Date
  chance: () => number
  /** True for a carrier that does not send twice what is submitted twice. */
  isIdempotent(carrier: string): boolean
  /** True when its carrier has every part of it. */
  isComplete(sms: ClaimedSms): boolean
}

export type Claim = {
  messages: ClaimedSms[]
  doomed: { sms: ClaimedSms; as: 'failed' | 'unconfirmed'; reason: string }[]
}

export async function claim(
  database: Database,
  keys: readonly SmsKey[],
  options: ClaimOptions,
): Promise<Claim | undefined> {
  let taken: readonly TakenOver[] = []
  try {
    return await database.transaction(async tx => {
      options.inHand.drop(taken)
      taken = await takeOpen(tx, keys, options)
      options.inHand.take(taken)
      return taken.length > 0 ? describe(tx, taken, options) : undefined
    })
  } catch (error) {
    options.inHand.drop(taken)
    throw error
  }
}

async function takeOpen(tx: Tx, keys: readonly SmsKey[], options: ClaimOptions): Promise<readonly TakenOver[]> {
  const { workerId, inHand, chance } = options
  const [open, live] = await Promise.all([lockOpen(tx, keys), findLivePools(tx)])
  const isHeld = (one: OpenSms) =>
    one.claimedBy !== null && (one.claimedBy === workerId ? inHand.has(one) : live.has(one.claimedBy))
  const held = open.filter(isHeld)
  if (held.length > 0) withCommit(tx, watchOpen(tx, held, lookAgainMs))
  const { rest = [], go = [] } = Object.fromEntries(
    Map.groupBy(
      open.filter(one => !isHeld(one)).map(one => takeOver(one, options)),
      ({ hasCrashed, crashes }) => (hasCrashed && isSuspect(crashes) ? 'rest' : 'go'),
    ),
  )
  if (rest.length > 0) {
    const resting = rest.map(one => ({ ...one, ms: pauseAfterCrash(one.crashes, chance()) }))
    withCommit(tx, restSms(tx, resting))
  }
  const chosen = suspectsLast(go)
  if (chosen.length > 0) withCommit(tx, claimSms(tx, workerId, chosen))
  return chosen
}

/** A doubt is counted, unless it goes on: with a carrier that knows repetitions it does no harm. */
type TakenOver = OpenSms & { wasInDoubt: boolean; inDoubt: boolean; hasCrashed: boolean }

/** Another worker's claim is left behind only when that worker has ended. */
function takeOver(one: OpenSms, { workerId, isIdempotent }: ClaimOptions): TakenOver {
  const wasInDoubt = one.submitting && !(one.carrier !== null && isIdempotent(one.carrier))
  const hasCrashed = one.claimedBy !== null && one.claimedBy !== workerId && !wasInDoubt
  return {
    ...one,
    token: one.token + 1,
    hasCrashed,
    crashes: hasCrashed ? oneMoreCrash(one.crashes) : one.crashes,
    doubts: one.doubts + (wasInDoubt ? 1 : 0),
    wasInDoubt,
    inDoubt: one.submitting && !wasInDoubt,
  }
}

async function describe(
  tx: Tx,
  chosen: readonly TakenOver[],
  { at, isComplete }: Pick<ClaimOptions, 'at' | 'isComplete'>,
): Promise<Claim> {
  const tried = chosen.filter(one => one.carrier !== null)
  const [contents, parts] = await Promise.all([
    findContents(tx, chosen),
    tried.length > 0 ? findParts(tx, tried) : Promise.resolve([]),
  ])
  const partsOf = Map.groupBy(parts, part => part.smsId)
  const progressOf = new Map(chosen.map(one => [one.smsId, one]))
  // Things may have changed since it was accepted.
  const hasOptedOut = await optedOutOf(
    tx,
    contents.map(one => ({ ...one, number: one.to })),
  )
  const claim: Claim = { messages: [], doomed: [] }
  const facts = contents.flatMap(content => {
    const progress = progressOf.get(content.smsId)
    if (!progress) return []
    const taken = partsOf.get(content.smsId) ?? []
    const boundTo = taken.length > 0 || progress.submitting ? progress.carrier : null
    const sms: ClaimedSms = { ...content, ...progress, taken, boundTo }
    const isOpen = !isComplete(sms)
    const doom = doomOf(sms, hasOptedOut({ ...sms, number: sms.to }))
    if (doom && isOpen) {
      claim.doomed.push({ sms, ...doom })
      return []
    }
    claim.messages.push(sms)
    return progress.wasInDoubt && isOpen ? [toFact(sms, 'sms.possible_duplicate', { reason: duplicateReason }, at)] : []
  })
  if (facts.length > 0) withCommit(tx, record(tx, facts))
  return claim
}

const nowOptedOut = 'The recipient has opted out.'
const duplicateReason = 'The carrier may have it: its answer was lost. It is submitted once more.'

/** What may have arrived is never said to have failed. */
function doomOf({ doubts, inDoubt, expired, attempts, automatic }: ClaimedSms, hasOptedOut: boolean) {
  if (doubts > 1) return { as: 'unconfirmed', reason: lostTwice } as const
  const reason = expired && attempts > 0 ? notInTime : hasOptedOut && !automatic ? nowOptedOut : undefined
  return reason && ({ as: doubts > 0 || inDoubt ? 'unconfirmed' : 'failed', reason } as const)
}

const notInTime = 'It could not be submitted in time.'
