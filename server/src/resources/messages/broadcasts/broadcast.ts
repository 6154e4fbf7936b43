/** A broadcast: one message to many contacts. Its states, and what is decided about it. Pure. */
import type { BroadcastState } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastChannel, BroadcastCreate } from '@posthorn/contract/broadcasts/requests'
import type { Variant } from '#resources/messages/emails/draft.ts'

/** What was asked for, in the words of the contract. */
export type Settings = Omit<BroadcastCreate, 'name' | 'channel'>

/**
 * What is done when it is due. `all`: messages are made for everybody. With an A/B test: for a share of them, then the winner is chosen, then
 * for the rest. `finishing`: all messages are made, and some were not tried yet.
 */
export type Phase = 'starting' | 'all' | 'test' | 'deciding' | 'rest' | 'finishing'

export type LocalTime = { time: string; timezone: string; field: string }

export type Broadcast = {
  environmentId: string
  organizationId: string
  id: string
  name: string
  channel: BroadcastChannel
  state: BroadcastState
  settings: Settings
  scheduledFor: Date | null
  local: LocalTime | null
  phase: Phase
  /** Contacts that were there when it began have no larger id. */
  untilId: string | null
  /** Messages were made for the contacts of this pass up to here. */
  afterId: string | null
  audienceSize: number | null
  made: number
  decidesAt: Date | null
  winner: Variant | null
  pausedBecause: string | null
  startedAt: Date | null
  completedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export type BroadcastKey = Pick<Broadcast, 'environmentId' | 'id'>

/** Of a duration of the contract such as 90m or 6h. */
export const minutesOf = (duration: string): number => Number.parseInt(duration, 10) * (duration.endsWith('h') ? 60 : 1)

export const longestMinutes = 168 * 60

/** So many parts the recipients are cut into by chance. */
const buckets = 65_536

/** The last digits of an id are random: those of the broadcast mixed in, so that it is not always the same people who are tried on. */
const bucketOf = (contactId: string, broadcastId: string): number =>
  Number.parseInt(contactId.slice(-4), 16) ^ Number.parseInt(broadcastId.slice(-4), 16)

/** Which variant a recipient gets in an A/B test; undefined for those who get the winner. The same whenever it is asked. */
export function testVariantOf(contactId: string, broadcastId: string, sharePercent: number): Variant | undefined {
  const bucket = bucketOf(contactId, broadcastId)
  if (bucket * 100 >= sharePercent * buckets) return undefined
  return bucket % 2 === 0 ? 'a' : 'b'
}

export type Pass = { variantOf(contactId: string): Variant | undefined }

/** Whom messages are made for in this phase, and what they say. */
export function passOf({ phase, id, settings, winner }: Pick<Broadcast, 'phase' | 'id' | 'settings' | 'winner'>): Pass {
  const share = settings.ab_test?.share_percent ?? 0
  switch (phase) {
    case 'test':
      return { variantOf: contactId => testVariantOf(contactId, id, share) }
    case 'rest':
      return { variantOf: contactId => (testVariantOf(contactId, id, share) ? undefined : (winner ?? 'a')) }
    default:
      return { variantOf: () => 'a' }
  }
}

type Rated = { messages: number; opened: number; clicked: number }

/** The share of its recipients that opened or clicked; the first one when nobody can tell them apart. */
export function winnerOf(by: 'opens' | 'clicks', a: Rated, b: Rated): Variant {
  const rate = ({ messages, opened, clicked }: Rated) =>
    messages === 0 ? 0 : (by === 'opens' ? opened : clicked) / messages
  return rate(b) > rate(a) ? 'b' : 'a'
}

/** At most so many messages are made ahead of those that are tried: pausing and canceling have little to hold, and tables stay small. */
export const maxWaiting = 10_000
/** Contacts that one transaction makes messages for. */
export const pageSize = 500
/** A pace is kept by pages that are this far apart at the most. */
const paceStepMs = 5_000
const hourMs = 3_600_000

export type Step = { limit: number; nextInMs: number }

/** How many messages the next page makes, and when the one after it is due. */
export function paceOf(pace: Settings['pace'], audienceSize: number): Step {
  const perHour = pace?.per_hour ?? (pace?.over ? Math.ceil((audienceSize * 60) / minutesOf(pace.over)) : undefined)
  if (perHour === undefined) return { limit: pageSize, nextInMs: 0 }
  const rate = Math.max(1, perHour)
  const limit = Math.min(pageSize, Math.max(1, Math.floor((rate * paceStepMs) / hourMs)))
  return { limit, nextInMs: Math.ceil((limit * hourMs) / rate) }
}

/** Below these a rate says nothing. */
const enough = { bounced: 10, complained: 3 }

export type Limits = { maxBouncePercent: number; maxComplaintPercent: number }

/** Why it should wait, as people read it; undefined when it need not. */
export function reasonToPause(
  { sent, bounced, complained }: { sent: number; bounced: number; complained: number },
  { maxBouncePercent, maxComplaintPercent }: Limits,
): string | undefined {
  const isAbove = (count: number, percent: number) => count > (sent * percent) / 100
  const share = (count: number) =>
    `${count.toLocaleString('en')} of ${sent.toLocaleString('en')} (${((count / sent) * 100).toFixed(1)} %)`
  if (complained >= enough.complained && isAbove(complained, maxComplaintPercent))
    return `${share(complained)} were reported as spam, and ${maxComplaintPercent} % is the limit.`
  if (bounced >= enough.bounced && isAbove(bounced, maxBouncePercent))
    return `${share(bounced)} bounced, and ${maxBouncePercent} % is the limit.`
  return undefined
}
