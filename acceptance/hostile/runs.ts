/** How much is tried, and how to repeat it. `npm run test:hostile` uses the mode `hostile`; otherwise a short, fixed part runs. */
export const isLong = process.env.MODE === 'hostile'

/** Fixed where other work waits for it, so that only a change can break it. */
export const seed = Number(process.env.POSTHORN_SEED ?? (isLong ? Date.now() % 1_000_000_000 : 20261115))

/** Members of each class. */
export const runs = Number(process.env.POSTHORN_HOSTILE_RUNS ?? 40)
