/** How much is broken and how often: enough to notice on every change, and far more with POSTHORN_LONG_TESTS=1. */
export const isLong = process.env.POSTHORN_LONG_TESTS === '1'

export const often = ({ usually, long }: { usually: number; long: number }): number => (isLong ? long : usually)

/** For tests that break something again and again. */
export const patience = isLong ? 1_800_000 : 120_000
