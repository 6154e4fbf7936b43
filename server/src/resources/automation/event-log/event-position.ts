/**
 * A place in the one order of events: by transaction, then by position. Positions are given out before they are committed, so by
 * position alone an event could appear behind one that has been read already.
 */
export type EventPosition = { xact: bigint; position: bigint }

/** Before every event. */
export const beginning: EventPosition = { xact: 0n, position: 0n }

export const isAfter = (a: EventPosition, b: EventPosition): boolean =>
  a.xact > b.xact || (a.xact === b.xact && a.position > b.position)
