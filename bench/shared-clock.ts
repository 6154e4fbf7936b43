/** The monotonic clock that all processes of a machine share. */

export const toMs = (nanoseconds: bigint): number => Number(nanoseconds / 1_000n) / 1_000

export const sharedNowMs = (): number => toMs(process.hrtime.bigint())
