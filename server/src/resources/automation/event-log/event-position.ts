/**
 * A position in the order of events: by transaction, then by sequence value. Sequence values are assigned before commit, so in that order alone an
 * event could appear behind one that has already been read.
 */
export type EventPosition = { xact: bigint; position: bigint }

/** Before the first event. */
export const beginning: EventPosition = { xact: 0n, position: 0n }

export const isAfter = (a: EventPosition, b: EventPosition): boolean =>
  a.xact > b.xact || (a.xact === b.xact && a.position > b.position)
