/** The progress and rates of a broadcast. */
import type { BroadcastFigures, BroadcastListItem } from '@posthorn/contract/broadcasts/replies'

type Begun = Pick<BroadcastListItem, 'state' | 'audience_size' | 'figures'>

/** Messages attempted, out of all expected ones. If contacts leave while it is sending, there are fewer than at the start. */
export function progressOf({ state, audience_size, figures: { messages, waiting } }: Begun): {
  done: number
  total: number
} {
  const done = messages - waiting
  return { done, total: state === 'completed' ? done : Math.max(audience_size ?? 0, messages) }
}

/** Whether its figures change by themselves. */
export const isMoving = ({ state }: Pick<Begun, 'state'>): boolean => state === 'sending' || state === 'scheduled'

/** A share of the delivered messages; undefined while there are none. */
export const rateOf = (part: number, { delivered }: Pick<BroadcastFigures, 'delivered'>): number | undefined =>
  delivered > 0 ? part / delivered : undefined
