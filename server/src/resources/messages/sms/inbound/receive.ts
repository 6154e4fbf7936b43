/**
 * Messages from people. Each is stored once, for the organization whose number it was sent to; STOP, START and HELP act in
 * the same transaction.
 */

import type { OwnEventName } from '@posthorn/contract/event-names'
import { isPhoneNumber } from '@posthorn/contract/formats'
import { idsFrom, newId } from '#core/id.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { priceOf, type RateCard } from '#resources/account/rates/rate-card.ts'
import { type Owner, ownerOf } from '#resources/messages/numbers/read.ts'
import type { InboundSms } from '#transports/carrier.ts'
import { storeSms } from '../accept.ts'
import { toFact } from '../facts.ts'
import { type Said, startTexts, stopTexts } from '../opt-out.ts'
import { retrySchedule } from '../retry.ts'
import { cut } from '../segments.ts'
import type { Draft } from '../sms.ts'
import { countAnswers, insertSms, type NewSms } from '../store.ts'
import { deletePieces, findPieces, insertArrival, insertPiece, lockSender } from './inbound-store.ts'
import { type Keyword, readKeyword, replyTo } from './keywords.ts'

export type Received = 'stored' | 'known' | 'incomplete' | 'nobody'

/** `nobody`: the number has no owner here, so the message is not stored. */
export async function receiveSms(tx: Tx, card: RateCard, message: InboundSms, at: Date): Promise<Received> {
  const { carrier, carrierId } = message
  await lockSender(tx, message.from)
  if (carrierId !== null && !(await insertArrival(tx, carrier, carrierId))) return 'known'
  const owner = await ownerOf(tx, message.to)
  if (!owner) return 'nobody'
  const body = message.piece ? await joinPieces(tx, message, message.piece) : message.body
  if (body === undefined) return 'incomplete'
  await take(tx, card, owner, { ...message, body }, at)
  return 'stored'
}

/** Undefined until the last piece has arrived. */
async function joinPieces(
  tx: Tx,
  message: InboundSms,
  piece: NonNullable<InboundSms['piece']>,
): Promise<string | undefined> {
  const set = { ...message, reference: piece.reference, total: piece.total }
  await insertPiece(tx, message, piece)
  const bodies = await findPieces(tx, set)
  if (bodies.length < piece.total) return undefined
  await deletePieces(tx, set)
  return bodies.join('').toWellFormed()
}

async function take(tx: Tx, card: RateCard, owner: Owner, message: InboundSms, at: Date): Promise<void> {
  const { from, to, body, mediaUrls } = message
  const sms = newSms(owner, 'inbound', { from, to, body, mediaUrls }, at)
  const about = { environmentId: owner.environmentId, smsId: sms.id, from, to }
  withCommit(tx, insertSms(tx, [sms]))
  const facts = [toFact(about, 'sms.received', { carrier: message.carrier }, at)]
  const keyword = message.keyword ?? readKeyword(body)
  const by = { method: 'sms_keyword', sourceId: sms.id } as const
  const said = { environmentId: owner.environmentId, number: from, by, at }
  const { answer, event } = keyword ? await keywordHandlers[keyword](tx, owner, said) : {}
  if (event) facts.push(toFact(about, event, {}, at))
  await record(tx, facts)
  if (answer && !message.isAnswered && (await mayBeAnswered(tx, owner, from, at))) {
    const reply = newSms(owner, 'outbound', { from: to, to: from, body: answer, mediaUrls: [] }, at)
    const { cost } = priceOf(card, { to: from, segments: reply.draft.segments, isMms: false })
    storeSms(tx, [{ ...reply, price: { credits: 0, charge: 0n, cost } }])
  }
}

/** Our answers are free, so their number is limited. A name or a short code cannot be answered at all. */
async function mayBeAnswered(tx: Tx, { environmentId }: Owner, number: string, at: Date): Promise<boolean> {
  if (!isPhoneNumber(number)) return false
  const since = idsFrom(new Date(at.getTime() - 3_600_000))
  return (await countAnswers(tx, environmentId, number, since)) < maxAnswersPerHour
}

const maxAnswersPerHour = 5

type Effect = { answer?: string; event?: OwnEventName & `sms.${string}` }
type KeywordHandler = (tx: Tx, owner: Owner, said: Said) => Promise<Effect>

const keywordHandlers: Record<Keyword, KeywordHandler> = {
  async stop(tx, { organizationName }, said) {
    // A second STOP is not confirmed again.
    return (await stopTexts(tx, said)) ? { answer: replyTo.stop(organizationName), event: 'sms.opted_out' } : {}
  },
  async start(tx, _owner, said) {
    return (await startTexts(tx, said)) ? { event: 'sms.opted_in' } : {}
  },
  async help(_tx, { organizationName }) {
    return { answer: replyTo.help(organizationName) }
  },
}

function newSms(
  { environmentId, organizationId }: Owner,
  direction: NewSms['direction'],
  text: Pick<Draft, 'from' | 'to' | 'body' | 'mediaUrls'>,
  at: Date,
): NewSms {
  const { encoding, parts } = cut(text.body)
  return {
    environmentId,
    organizationId,
    id: newId(at),
    direction,
    draft: { ...text, encoding, segments: text.mediaUrls.length > 0 ? 1 : parts.length },
    price: { credits: 0, charge: 0n, cost: 0n },
    automatic: direction === 'outbound',
    createdAt: at,
    giveUpAt: new Date(at.getTime() + retrySchedule.giveUpAfterMs),
    validUntil: null,
  }
}
