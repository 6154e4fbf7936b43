/** The only place that asks what time it is. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** An environment whose clock is ahead, and by how much. */
export type Ahead = { environmentId: string; aheadMs: number }
