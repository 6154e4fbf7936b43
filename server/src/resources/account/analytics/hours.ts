/** Hours and minutes in UTC, the units of the stored figures. */
export const hourMs = 3_600_000
export const minuteMs = 60_000

export const floorTo = (moment: Date, ms: number): Date => new Date(Math.floor(moment.getTime() / ms) * ms)
export const ceilTo = (moment: Date, ms: number): Date => new Date(Math.ceil(moment.getTime() / ms) * ms)
