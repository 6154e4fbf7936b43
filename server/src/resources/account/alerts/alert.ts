/** Decides when an alert is sent, repeated and ended. Pure. */
import type { AlertKind } from '@posthorn/contract/console/alerts'

/** A current problem. `subject` tells it apart from others of its kind. */
export type Found = { kind: AlertKind; subject: string; title: string; detail: string; link: string }

export type OpenAlert = Found & { id: string; since: Date; seenAt: Date; toldAt: Date }

export type Decision = {
  /** New. */
  fired: Found[]
  /** Known, and still there; `told` when a reminder is due. */
  seen: (OpenAlert & { told: boolean })[]
  over: OpenAlert[]
  /** Their rule was switched off. */
  dropped: OpenAlert[]
}

const againAfterMs = 24 * 3_600_000
/** Two checks, so that a value moving around its limit is one alert. */
const overAfterMs = 10 * 60_000

const nameOf = ({ kind, subject }: Pick<Found, 'kind' | 'subject'>): string => `${kind} ${subject}`

export function decide(
  open: readonly OpenAlert[],
  found: readonly Found[],
  wanted: ReadonlySet<AlertKind>,
  now: Date,
): Decision {
  const known = new Map(open.map(one => [nameOf(one), one]))
  const present = new Map(found.map(one => [nameOf(one), one]))
  const sinceThen = (moment: Date) => now.getTime() - moment.getTime()
  return {
    fired: [...present.values()].filter(one => !known.has(nameOf(one))),
    seen: open.flatMap(one => {
      const now = present.get(nameOf(one))
      return now ? [{ ...one, ...now, told: sinceThen(one.toldAt) >= againAfterMs }] : []
    }),
    over: open.filter(one => wanted.has(one.kind) && !present.has(nameOf(one)) && sinceThen(one.seenAt) >= overAfterMs),
    dropped: open.filter(one => !wanted.has(one.kind)),
  }
}
