/** Set by `npm run test:faults` and by hand: what takes minutes, or is a matter of statistics. */
export const isLong = process.env.POSTHORN_LONG_TESTS === '1'
