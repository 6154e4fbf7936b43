/** How much is tried, and how to try it again. `npm run test:hostile` is the mode `hostile`; else it is a short, fixed part. */
export const isLong = process.env.MODE === 'hostile'

/** The same each time where others wait for it, so that a change breaks it and not the day. */
export const seed = Number(process.env.POSTHORN_SEED ?? (isLong ? Date.now() % 1_000_000_000 : 20261115))

/** Members of each class. */
export const runs = Number(process.env.POSTHORN_HOSTILE_RUNS ?? 40)
