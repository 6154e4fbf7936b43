/**
 * A place in the one order of events: by transaction, then by position. Positions are given out before they are committed, so by
 * position alone an event could appear behind one that has been read already.
 */
export type Place = { xact: bigint; position: bigint }

/** Before every event. */
export const beginning: Place = { xact: 0n, position: 0n }

export const isAfter = (a: Place, b: Place): boolean =>
  a.xact > b.xact || (a.xact === b.xact && a.position > b.position)
