/**
 * Reads what is known about taken messages, and decides which of them are still to be submitted. A message that may have been
 * submitted without an answer is submitted once more as a possible duplicate, unless its carrier recognizes repetitions.
 */
import { record } from '#events/record.ts'
import type { Database } from '#postgres/database.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import { describeQuiet, quietAt } from '#resources/messages/quiet-hours/quiet-hours.ts'
import { describePausedBroadcast } from '#resources/messages/reputation/rates.ts'
import { type Content, findContents } from '../content-store.ts'
import { lostTwice, toFact } from '../facts.ts'
import { optedOutOf } from '../opted-out.ts'
import { findParts } from '../parts-store.ts'
import { countDoubts, type TakenSms } from '../progress-store.ts'
import type { TakenPart } from '../sms.ts'

/** A message with everything needed to submit it. */
export type SmsToSend = Content &
  TakenSms & {
    /** `boundTo` may have it already, and recognizes repetitions. */
    inDoubt: boolean
    /** The carrier that has or may have some of it: the other parts, or the repetition, go there. */
    boundTo: string | null
    /** The parts that the carrier has already. */
    taken: readonly TakenPart[]
  }

export type PrepareOptions = {
  at: Date
  /** True for a carrier that sends a message once even if it is submitted twice. */
  isIdempotent(carrier: string): boolean
  /** True when its carrier has every part of it. */
  isComplete(sms: SmsToSend): boolean
}

export type PreparedSms = {
  messages: SmsToSend[]
  /** Messages in the quiet hours of their recipients, or of a paused broadcast. */
  quiet: { sms: SmsToSend; inMs: number; waitsFor: string }[]
  ended: { sms: SmsToSend; as: 'canceled' | 'failed' | 'suppressed' | 'unconfirmed'; reason: string }[]
}

export async function prepareSms(
  database: Database,
  taken: readonly TakenSms[],
  { at, isIdempotent, isComplete }: PrepareOptions,
): Promise<PreparedSms> {
  const { db } = database
  const tried = taken.filter(one => one.carrier !== null)
  const [contents, parts] = await Promise.all([
    findContents(db, taken),
    tried.length > 0 ? findParts(db, tried) : Promise.resolve([]),
  ])
  const partsOf = Map.groupBy(parts, part => part.smsId)
  const contentOf = new Map(contents.map(content => [content.smsId, content]))
  // The recipient may have opted out since the message was accepted.
  const optedOut = await optedOutOf(
    db,
    contents.map(one => ({ ...one, number: one.to })),
  )
  const prepared: PreparedSms = { messages: [], quiet: [], ended: [] }
  const inDoubt: SmsToSend[] = []
  for (const row of taken) {
    const content = contentOf.get(row.smsId)
    if (!content) throw new Error(`the message ${row.smsId} is gone`)
    const sms = describe(row, content, partsOf.get(row.smsId) ?? [], isIdempotent)
    const end = isComplete(sms) ? undefined : endOf(sms, optedOut({ ...sms, number: sms.to }))
    const quiet = end ? undefined : (pausedFor(sms) ?? quietFor(sms, at))
    if (end) prepared.ended.push({ sms, ...end })
    else if (quiet) prepared.quiet.push({ sms, ...quiet })
    else prepared.messages.push(sms)
    if (!end && sms.submitting && !sms.inDoubt) inDoubt.push(sms)
  }
  if (inDoubt.length > 0) {
    const repeated = inDoubt.filter(sms => !isComplete(sms))
    await countDoubtsOf(database, inDoubt, repeated, at)
  }
  return prepared
}

/** A message of which a carrier has or may have a part continues: half a text is worse than a text at night. */
function quietFor({ quietHours, boundTo, to, aheadMs }: SmsToSend, at: Date) {
  if (quietHours === null || boundTo !== null) return undefined
  const moment = new Date(at.getTime() + aheadMs)
  const quiet = quietAt(quietHours, to, moment)
  return quiet && { inMs: quiet.until.getTime() - moment.getTime(), waitsFor: describeQuiet(quietHours, quiet) }
}

/** Resuming the broadcast makes it due; the retry is only a fallback. */
function pausedFor({ broadcast, boundTo }: SmsToSend) {
  if (broadcast?.stopped !== 'paused' || boundTo !== null) return undefined
  return { inMs: dayMs, waitsFor: describePausedBroadcast(broadcast.id) }
}

const dayMs = 86_400_000

/** A doubt is counted only when the message is submitted again, unless its carrier recognizes repetitions and so does no harm. */
function describe(
  row: TakenSms,
  content: Content,
  taken: readonly TakenPart[],
  isIdempotent: (carrier: string) => boolean,
): SmsToSend {
  const inDoubt = row.submitting && row.carrier !== null && isIdempotent(row.carrier)
  const boundTo = taken.length > 0 || row.submitting ? row.carrier : null
  const doubts = row.doubts + (row.submitting && !inDoubt ? 1 : 0)
  return { ...content, ...row, doubts, inDoubt, boundTo, taken }
}

/** A message that another worker holds by now is found before it is submitted. */
async function countDoubtsOf(
  database: Database,
  lost: readonly SmsToSend[],
  repeated: readonly SmsToSend[],
  at: Date,
): Promise<void> {
  await throughOutages(() =>
    database.transaction(async tx => {
      const counted = new Set((await countDoubts(tx, lost)).map(({ smsId }) => smsId))
      const facts = repeated
        .filter(({ smsId }) => counted.has(smsId))
        .map(sms => toFact(sms, 'sms.possible_duplicate', { reason: duplicateReason }, at))
      await record(tx, facts)
    }),
  )
}

const duplicateReason = 'The carrier may have it: its answer was lost. It is submitted once more.'

/** A message that may have arrived is never marked as failed. */
function endOf(sms: SmsToSend, optedOut: string | undefined) {
  if (sms.doubts > 1) return { as: 'unconfirmed', reason: lostTwice } as const
  const canceled = reasonOfCancel(sms)
  if (canceled !== undefined) return { as: endedAs(sms, 'canceled'), reason: canceled } as const
  const late = reasonOfLateness(sms)
  if (late !== undefined) return { as: endedAs(sms, 'failed'), reason: late } as const
  const unwanted = sms.automatic ? undefined : (optedOut ?? reasonOfTopic(sms))
  return unwanted && ({ as: endedAs(sms, 'suppressed'), reason: unwanted } as const)
}

export const endedAs = <As extends 'canceled' | 'failed' | 'suppressed'>(
  { doubts, inDoubt }: SmsToSend,
  otherwise: As,
) => (doubts > 0 || inDoubt ? 'unconfirmed' : otherwise)

const reasonOfCancel = ({ broadcast, boundTo }: SmsToSend): string | undefined =>
  broadcast?.stopped === 'canceled' && boundTo === null ? 'Its broadcast was canceled.' : undefined

/** As with emails, a recipient without a contact cannot have left. */
const reasonOfTopic = ({ broadcast, boundTo }: SmsToSend): string | undefined =>
  broadcast?.isLeft && boundTo === null ? 'The contact is not subscribed to the topic of its broadcast.' : undefined

/** A message without a validity period is tried once, however late. */
function reasonOfLateness({ expired, attempts, validUntil }: SmsToSend): string | undefined {
  if (!expired) return undefined
  if (validUntil !== null) return noLongerValid
  return attempts > 0 ? notInTime : undefined
}

const notInTime = 'It could not be submitted in time.'
export const noLongerValid = 'Its validity period ended before it could be submitted.'
