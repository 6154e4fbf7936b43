/**
 * News about an email after it has left. It changes only a recipient that counts as sent or delivered, and only to a state that is
 * worse or more certain, so repeated news changes nothing.
 */
import type { EventName } from '@posthorn/contract/event-names'
import { isErased } from '#core/addresses/erased-address.ts'
import type { News } from '#core/returned-mail.ts'
import { isMagicAddress } from '#core/simulation.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { addStats } from '#resources/account/analytics/add.ts'
import type { Figure } from '#resources/account/analytics/figures.ts'
import { countFirsts } from '#resources/account/analytics/firsts.ts'
import { type SuppressionEntry, suppressEach } from '#resources/audience/suppressions/suppress.ts'
import { countInBroadcasts } from '#resources/messages/broadcast-figures/count.ts'
import { sendFallbacksNow } from '#resources/messages/fallbacks/change.ts'
import { countOutcomes } from '#resources/messages/reputation/count.ts'
import { toFact } from '../deliver/facts.ts'
import { type DeliveryState, isLost, statusOf } from '../delivery-state.ts'
import { lockProgress, updateProgress } from '../delivery-store.ts'
import {
  changeDeliveries,
  type DeliveryAfter,
  type DepartedEmail,
  findDeparted,
  findLiveEmail,
  findReceivers,
  type LaterDelivery,
  lockDeliveries,
} from './later-store.ts'

/** An email that has left, with the current state of its recipients. */
type Departed = DepartedEmail & { deliveries: readonly LaterDelivery[] }

/** Locks the email until the transaction ends. Undefined for an email that does not exist or never leaves, as in test mode. */
export async function lockSentEmail(tx: Tx, emailId: string): Promise<Departed | undefined> {
  const key = await findLiveEmail(tx, emailId)
  if (!key) return undefined
  // The same lock order as for the results of attempts, to avoid deadlocks.
  if (key.recipients > 1) await lockProgress(tx, [key])
  const deliveries = await lockDeliveries(tx, key)
  const email = await findDeparted(tx, key)
  return email && { ...email, deliveries }
}

export type NewsFor = { nth: number; news: News }

/** Stores what is new. Returns false when nothing was. */
export async function applyNews(tx: Tx, email: Departed, heard: readonly NewsFor[], at: Date): Promise<boolean> {
  const moment = at < email.acceptedAt ? email.acceptedAt : at
  const changes = changesOf(email, heard)
  if (changes.length === 0) return false
  const facts = changes.map(({ delivery, news }) =>
    toFact({ ...email, ...delivery }, eventFor[news.kind], isErased(delivery.address) ? {} : describe(news), moment),
  )
  const isCounted = changes.some(({ news }) => news.kind === 'bounced' || news.kind === 'complained')
  const receivers = isCounted ? await findReceivers(tx, email) : undefined
  withCommit(tx, changeDeliveries(tx, email, changes.map(toRow)))
  const progress = progressOf(email, changes, moment)
  withCommit(tx, updateProgress(tx, [progress]))
  if (isLost(progress.status)) withCommit(tx, sendFallbacksNow(tx, [email]))
  withCommit(tx, record(tx, facts))
  const counts = countFirsts(facts, countedOf(email))
  addStats(tx, [{ ...email, counts }])
  if (email.broadcast) countInBroadcasts(tx, [{ environmentId: email.environmentId, ...email.broadcast, counts }])
  countOutcomes(
    tx,
    changes.map(({ delivery: { address }, news }) => ({
      ...{ environmentId: email.environmentId, messageStream: email.messageStream, from: email.fromAddress, address },
      ...{ receiver: receivers?.get(address), types: [eventFor[news.kind]], at: email.sentAt ?? moment, isLate: true },
    })),
  )
  await suppressEach(tx, suppressionsOf(email, changes, moment))
  return true
}

const eventFor = {
  bounced: 'email.bounced',
  complained: 'email.complained',
  delivered: 'email.delivered',
  delayed: 'email.delivery_delayed',
} as const satisfies Record<News['kind'], EventName>

type Change = { delivery: LaterDelivery; news: News; to: DeliveryState }

function changesOf({ deliveries }: Departed, heard: readonly NewsFor[]): Change[] {
  return deliveries.flatMap(delivery => {
    const news = heard.find(({ nth }) => nth === delivery.nth)?.news
    const to = news && stateAfter(delivery, news)
    return to ? [{ delivery, news, to }] : []
  })
}

/** Null when the news changes nothing. */
export function stateAfter(
  { state, lastReply }: { state: DeliveryState; lastReply: string | null },
  news: News,
): DeliveryState | null {
  if (state !== 'sent' && state !== 'delivered') return null
  switch (news.kind) {
    case 'bounced':
    case 'complained':
      return news.kind
    case 'delivered':
      return state === 'sent' ? 'delivered' : null
    case 'delayed':
      // The provider has delivered it since.
      if (news.byProvider && state === 'delivered') return null
      // The state stays the same, so the last reply tells whether this delay is known already.
      return news.reply === lastReply ? null : state
  }
}

/** The figures that already count it: it was sent, no recipient leaves `bounced` or `complained`, and an arrival has its time. */
function countedOf({ deliveries, deliveredAt }: Departed): ReadonlySet<Figure> {
  const counted = new Set<Figure>(['emails_sent'])
  if (deliveredAt) counted.add('emails_delivered')
  if (deliveries.some(({ state }) => state === 'bounced')) counted.add('emails_bounced')
  if (deliveries.some(({ state }) => state === 'complained')) counted.add('emails_complained')
  return counted
}

const replyOf = (news: News): string | null => (news.kind === 'complained' ? null : news.reply)

const toRow = ({ delivery, news, to }: Change): DeliveryAfter => ({
  nth: delivery.nth,
  state: to,
  lastReply: isErased(delivery.address) ? null : replyOf(news),
})

function progressOf(email: Departed, changes: readonly Change[], at: Date) {
  const after = new Map(changes.map(({ delivery, to }) => [delivery.nth, to]))
  const states = email.deliveries.map(({ nth, state }) => after.get(nth) ?? state)
  return {
    environmentId: email.environmentId,
    emailId: email.emailId,
    status: statusOf(states),
    sentAt: null,
    deliveredAt: changes.some(({ news }) => news.kind === 'delivered') ? at : null,
    openedAt: null,
    clickedAt: null,
    captured: false,
  }
}

function describe(news: News): object {
  switch (news.kind) {
    case 'bounced':
      return { reply: news.reply, bounce_class: news.bounce }
    case 'complained':
      return { feedback_type: news.feedback }
    default:
      return { reply: news.reply }
  }
}

function suppressionsOf(
  { environmentId, emailId }: Departed,
  changes: readonly Change[],
  at: Date,
): SuppressionEntry[] {
  return changes.flatMap(({ delivery, news }): SuppressionEntry[] => {
    const reason = reasonToSuppress(news)
    if (!reason || isMagicAddress(delivery.address) || isErased(delivery.address)) return []
    return [{ environmentId, email: delivery.address, reason, emailId, at }]
  })
}

function reasonToSuppress(news: News): 'hard_bounce' | 'complaint' | undefined {
  if (news.kind === 'complained') return 'complaint'
  return news.kind === 'bounced' && news.suppress ? 'hard_bounce' : undefined
}
