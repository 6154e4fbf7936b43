/** Set by `npm run test:faults` and by hand: for tests that take minutes, or depend on statistics. */
export const isLong = process.env.POSTHORN_LONG_TESTS === '1'
