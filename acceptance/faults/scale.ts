/** How much is broken and how often: enough to notice on every change, and far more with `npm run test:faults`. */
export const isLong = process.env.POSTHORN_LONG_TESTS === '1'

export const often = ({ usually, long }: { usually: number; long: number }): number => (isLong ? long : usually)

/** Messages of a run under load. */
export const messagesInAll = Number(process.env.POSTHORN_FAULT_MESSAGES ?? often({ usually: 160, long: 10_000 }))

/** For tests that break something again and again. */
export const testTimeoutMs = isLong ? 3_600_000 : 240_000
