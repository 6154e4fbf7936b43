/** A monotonic clock, the same for all processes of the machine. */

export const toMs = (nanoseconds: bigint): number => Number(nanoseconds / 1_000n) / 1_000

export const sharedNowMs = (): number => toMs(process.hrtime.bigint())
