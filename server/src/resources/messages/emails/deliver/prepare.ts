/**
 * Reads what is known about taken deliveries, and decides which of them are still to be sent. A delivery whose final dot was sent
 * without a recorded answer may have arrived: it is sent once more as a possible duplicate.
 */

import { inWords, Refusal } from '#core/refusal.ts'
import { record } from '#events/record.ts'
import type { Database, Db } from '#postgres/database.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { findSuppressed } from '#resources/audience/suppressions/read.ts'
import { describePause, describePausedBroadcast } from '#resources/messages/reputation/rates.ts'
import { type Content, type Envelope, findEnvelopes } from '../content/content-store.ts'
import { countDoubts, findRecipients, type TakenDelivery } from '../delivery-store.ts'
import { findExcluded } from '../excluded.ts'
import { type FillBroadcasts, noBroadcasts, withFilled } from '../filled.ts'
import { lostTwice, toFact } from './facts.ts'

export type EmailToSend = FoundEmail & { deliveries: readonly TakenDelivery[] }

/** Why there is no further attempt. `isFree`: nothing was sent, and the credits are refunded. */
type End = { as: 'failed' | 'suppressed' | 'canceled' | 'unconfirmed'; reason: string; isFree?: boolean }

type FoundEmail = Envelope & { content: Content | null }

/** What is read before anything is decided. `suppressed`: `suppressionKey`s. */
export type Found = { emails: readonly FoundEmail[]; suppressed: ReadonlySet<string> }

export type PreparedEmails = {
  emails: readonly EmailToSend[]
  ended: readonly (End & { delivery: TakenDelivery; email: Envelope })[]
  /** Deliveries that wait until their broadcast, or the broadcasts of their domain, are resumed. */
  paused: readonly { delivery: TakenDelivery; email: Envelope; waitsFor: string }[]
}

export async function prepareEmails(
  database: Database,
  taken: readonly TakenDelivery[],
  at: Date,
  fillBroadcasts: FillBroadcasts = noBroadcasts,
  readBefore?: Found,
): Promise<PreparedEmails> {
  const { db } = database
  const { emails, suppressed } = readBefore ?? (await read(db, onePerEmail(taken), taken))
  const envelopeOf = new Map(emails.map(envelope => [envelope.emailId, envelope]))
  const addressed = taken.map(delivery => {
    const email = envelopeOf.get(delivery.emailId)
    if (!email) throw new Error(`the email ${delivery.emailId} is gone`)
    return { delivery, email, recipient: { audience: email, address: delivery.address } }
  })
  // Recipients may have been suppressed, or have unsubscribed, since the email was accepted.
  const reasonFor = await findExcluded(
    db,
    addressed.map(({ recipient }) => recipient),
    suppressed,
  )
  const decided = addressed.map(one => ({ ...one, end: endOf(one.delivery, one.email, reasonFor(one.recipient)) }))
  const filled = await fillIn(fillBroadcasts, decided)
  const open = filled.filter(({ end }) => !end)
  const sendable = open.filter(({ email }) => waitsFor(email) === undefined)
  const inDoubt = sendable.filter(({ delivery }) => delivery.dot).map(({ delivery }) => delivery)
  if (inDoubt.length > 0) await recordDuplicates(database, inDoubt, at)
  return {
    paused: open.flatMap(({ delivery, email }) => {
      const what = waitsFor(email)
      return what === undefined ? [] : [{ delivery, email, waitsFor: what }]
    }),
    emails: [...Map.groupBy(sendable, ({ email }) => email)].map(([email, list]) => ({
      ...email,
      deliveries: list.map(({ delivery }) => withDoubt(delivery)),
    })),
    ended: filled.flatMap(({ delivery, email, end }) =>
      end ? [{ delivery: withDoubt(delivery), email, ...end }] : [],
    ),
  }
}

/** The same for an email that is not taken yet. */
export const readUntaken = async (db: Db, email: EmailKey): Promise<Found> =>
  read(db, [email], findRecipients(db, email))

type Recipient = Pick<TakenDelivery, 'environmentId' | 'address'>

/** In parallel: a single email spends most of its time waiting for the database. */
async function read(
  db: Db,
  emails: readonly EmailKey[],
  recipients: readonly Recipient[] | Promise<readonly Recipient[]>,
): Promise<Found> {
  const findTheirs = async () =>
    findSuppressed(
      db,
      (await recipients).map(({ environmentId, address }) => ({ environmentId, email: address })),
    )
  const [found, suppressed] = await Promise.all([findEnvelopes(db, emails), findTheirs()])
  return { emails: found, suppressed }
}

const onePerEmail = (taken: readonly TakenDelivery[]): readonly TakenDelivery[] => [
  ...new Map(taken.map(one => [one.emailId, one])).values(),
]

/** Undefined when it is not paused. */
function waitsFor({ pausedBy, broadcast }: Envelope): string | undefined {
  if (broadcast?.stopped === 'paused') return describePausedBroadcast(broadcast.id)
  return pausedBy ? describePause(pausedBy) : undefined
}

type Decided = { delivery: TakenDelivery; email: FoundEmail; end: End | undefined }

/** Fills in the broadcasts that are still to be sent. A recipient without a value that the content prints gets no email. */
async function fillIn(fill: FillBroadcasts, decided: readonly Decided[]): Promise<Decided[]> {
  const toFill = decided.flatMap(({ email, end }) =>
    !end && waitsFor(email) === undefined && email.content?.broadcast
      ? [{ email, environmentId: email.environmentId, content: email.content }]
      : [],
  )
  if (toFill.length === 0) return [...decided]
  const filled = await withFilled(fill, toFill)
  const filledOf = new Map(toFill.map(({ email }, nth) => [email, filled[nth]]))
  return decided.map(one => {
    const content = filledOf.get(one.email)
    if (content === undefined) return one
    if (content instanceof Refusal) return { ...one, end: unfillable(one.delivery, content) }
    return { ...one, email: { ...one.email, content } }
  })
}

const unfillable = (delivery: TakenDelivery, refusal: Refusal): End => ({
  as: doubtsOf(delivery) > 0 ? 'unconfirmed' : 'failed',
  reason: `The broadcast cannot be filled in for this recipient. ${inWords(refusal)}`,
  isFree: true,
})

const doubtsOf = ({ doubts, dot }: TakenDelivery): number => doubts + (dot ? 1 : 0)

const withDoubt = (delivery: TakenDelivery): TakenDelivery =>
  delivery.dot ? { ...delivery, dot: false, doubts: doubtsOf(delivery) } : delivery

const duplicateReason = 'The answer to the first copy was lost, so it may have arrived. The email is sent once more.'

/** A delivery that another worker holds by now is found before its final dot. */
async function recordDuplicates(database: Database, inDoubt: readonly TakenDelivery[], at: Date): Promise<void> {
  await throughOutages(() =>
    database.transaction(async tx => {
      const counted = new Set((await countDoubts(tx, inDoubt)).map(({ emailId, nth }) => `${emailId} ${nth}`))
      const ours = inDoubt.filter(({ emailId, nth }) => counted.has(`${emailId} ${nth}`))
      await record(
        tx,
        ours.map(one => toFact(one, 'email.possible_duplicate', { reason: duplicateReason }, at)),
      )
    }),
  )
}

/** A delivery that may have arrived is never marked as failed. */
function endOf(
  delivery: TakenDelivery,
  { broadcast, mode }: Envelope,
  excludedBecause: string | undefined,
): End | undefined {
  const doubts = doubtsOf(delivery)
  if (doubts > 1) return { as: 'unconfirmed', reason: lostTwice }
  const mayHaveArrived = doubts > 0
  if (broadcast?.stopped === 'canceled')
    return { as: mayHaveArrived ? 'unconfirmed' : 'canceled', reason: 'Its broadcast was canceled.' }
  if (excludedBecause) return { as: mayHaveArrived ? 'unconfirmed' : 'suppressed', reason: excludedBecause }
  // A test clock may have jumped over the time of an attempt, which would have been in time.
  if (delivery.expired && delivery.attempts > 0 && mode === 'live')
    return { as: mayHaveArrived ? 'unconfirmed' : 'failed', reason: notInTime }
  return undefined
}

const notInTime = 'It could not be delivered in time.'
