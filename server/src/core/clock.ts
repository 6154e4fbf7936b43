/** The only place that reads the system time. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** Test environments whose clock is ahead: one of them, or all. */
export type Ahead = { environmentId?: string }
