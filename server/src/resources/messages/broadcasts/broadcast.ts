/** A broadcast: one message to many contacts. Its states, and the decisions about it. Pure. */
import type { BroadcastState } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastChannel, BroadcastCreate } from '@posthorn/contract/broadcasts/requests'
import type { Variant } from '#resources/messages/emails/draft.ts'

/** The settings of the request, with the names of the contract. */
export type Settings = Omit<BroadcastCreate, 'name' | 'channel'>

/**
 * The next step when it is due. `all`: messages are created for everybody. With an A/B test: `test` creates them for a share,
 * `deciding` chooses the winner, `rest` creates the others. `finishing`: all messages exist, and some were not tried yet.
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
  /** The largest id of a contact when the broadcast started. */
  untilId: string | null
  /** The cursor: in this pass, messages were created for contacts up to here. */
  afterId: string | null
  audienceSize: number | null
  made: number
  /** When its A/B test is decided: in real time, and by the clock of its environment, as it is shown. */
  decidesAt: Date | null
  decidesByClock: Date | null
  winner: Variant | null
  pausedBecause: string | null
  startedAt: Date | null
  completedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export type BroadcastKey = Pick<Broadcast, 'environmentId' | 'id'>

/** Parses a duration of the contract such as 90m or 6h. */
export const minutesOf = (duration: string): number => Number.parseInt(duration, 10) * (duration.endsWith('h') ? 60 : 1)

export const maxMinutes = 168 * 60

/** How many parts the recipients are split into at random. */
const buckets = 65_536

/** The last digits of an id are random. Those of the broadcast are mixed in, so that not every test goes to the same people. */
const bucketOf = (contactId: string, broadcastId: string): number =>
  Number.parseInt(contactId.slice(-4), 16) ^ Number.parseInt(broadcastId.slice(-4), 16)

/** The variant that a recipient gets in an A/B test; undefined for those who get the winner. Always the same for the same ids. */
export function testVariantOf(contactId: string, broadcastId: string, sharePercent: number): Variant | undefined {
  const bucket = bucketOf(contactId, broadcastId)
  if (bucket * 100 >= sharePercent * buckets) return undefined
  return bucket % 2 === 0 ? 'a' : 'b'
}

export type Pass = { variantOf(contactId: string): Variant | undefined }

/** Which contacts get a message in this phase, and in which variant. */
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

/** Compares the shares of recipients that opened or clicked; variant a wins a tie. */
export function winnerOf(by: 'opens' | 'clicks', a: Rated, b: Rated): Variant {
  const rate = ({ messages, opened, clicked }: Rated) =>
    messages === 0 ? 0 : (by === 'opens' ? opened : clicked) / messages
  return rate(b) > rate(a) ? 'b' : 'a'
}

/**
 * The most messages that are created ahead of their first try: pausing and canceling have little to hold, and tables stay small.
 */
export const maxWaiting = 10_000
/** The contacts for which one transaction creates messages. */
export const pageSize = 500
/** The target time between pages when there is a pace. A slower pace has pages of one message, further apart. */
const paceStepMs = 5_000
const hourMs = 3_600_000

type Step = { limit: number; nextInMs: number }

/** How many messages the next page creates, and when the one after it is due. */
export function paceOf(pace: Settings['pace'], audienceSize: number): Step {
  const perHour = pace?.per_hour ?? (pace?.over ? Math.ceil((audienceSize * 60) / minutesOf(pace.over)) : undefined)
  if (perHour === undefined) return { limit: pageSize, nextInMs: 0 }
  const rate = Math.max(1, perHour)
  const limit = Math.min(pageSize, Math.max(1, Math.floor((rate * paceStepMs) / hourMs)))
  return { limit, nextInMs: Math.ceil((limit * hourMs) / rate) }
}

/** Below these counts a rate means nothing. */
const enough = { bounced: 10, complained: 3 }

export type Limits = { maxBouncePercent: number; maxComplaintPercent: number }

/** The reason to pause it, in words for people; undefined when there is none. */
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
