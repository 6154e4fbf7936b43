/** The only place that reads the system time. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** An environment with a test clock, and how far that is ahead. */
export type Ahead = { environmentId: string; aheadMs: number }
