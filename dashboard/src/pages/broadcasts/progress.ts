/** How far a broadcast is, and what came of it, in numbers that can be compared. */
import type { BroadcastFigures, BroadcastListItem } from '@posthorn/contract/broadcasts/replies'

type Begun = Pick<BroadcastListItem, 'state' | 'audience_size' | 'figures'>

/** Messages that were tried, of all that there will be. Contacts who leave on the way make fewer than were meant at first. */
export function progressOf({ state, audience_size, figures: { messages, waiting } }: Begun): {
  done: number
  total: number
} {
  const done = messages - waiting
  return { done, total: state === 'completed' ? done : Math.max(audience_size ?? 0, messages) }
}

/** Whether it is on its way, so that its figures change without anybody doing something. */
export const isMoving = ({ state }: Pick<Begun, 'state'>): boolean => state === 'sending' || state === 'scheduled'

/** A part of those that it reached; undefined while it has reached nobody. */
export const rateOf = (part: number, { delivered }: Pick<BroadcastFigures, 'delivered'>): number | undefined =>
  delivered > 0 ? part / delivered : undefined
