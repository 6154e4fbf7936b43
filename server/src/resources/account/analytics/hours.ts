/** Hours and minutes of UTC, which is what figures are kept by. */
export const hourMs = 3_600_000
export const minuteMs = 60_000

export const floorTo = (moment: Date, ms: number): Date => new Date(Math.floor(moment.getTime() / ms) * ms)
export const ceilTo = (moment: Date, ms: number): Date => new Date(Math.ceil(moment.getTime() / ms) * ms)
