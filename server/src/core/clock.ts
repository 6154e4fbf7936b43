/** The only place that asks what time it is. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
