/** The hours, days and months in UTC that sending quotas are counted in. */
export const spans = ['hour', 'day', 'month'] as const
export type Span = (typeof spans)[number]

const hourMs = 3_600_000

export const startOf: Record<Span, (time: Date) => Date> = {
  hour: time => new Date(Math.floor(time.getTime() / hourMs) * hourMs),
  day: time => utc(time, 0, time.getUTCDate()),
  month: time => utc(time, 0, 1),
}

/** When the next one begins. */
export const endOf: Record<Span, (time: Date) => Date> = {
  hour: time => new Date(startOf.hour(time).getTime() + hourMs),
  day: time => utc(time, 0, time.getUTCDate() + 1),
  month: time => utc(time, 1, 1),
}

const utc = (time: Date, monthsLater: number, day: number): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + monthsLater, day))
