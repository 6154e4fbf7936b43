/** How many messages a receiver gets per day from an address that is new to it. */

/** Up to and including `untilDay`, each receiver gets `perDay` messages a day. */
export type WarmUpStep = { untilDay: number; perDay: number }

/** Roughly doubles every other day, until receivers have seen an address for a month. */
export const defaultWarmUp: readonly WarmUpStep[] = [
  { untilDay: 1, perDay: 50 },
  { untilDay: 2, perDay: 100 },
  { untilDay: 4, perDay: 250 },
  { untilDay: 6, perDay: 500 },
  { untilDay: 8, perDay: 1_000 },
  { untilDay: 10, perDay: 2_500 },
  { untilDay: 13, perDay: 5_000 },
  { untilDay: 16, perDay: 10_000 },
  { untilDay: 20, perDay: 25_000 },
  { untilDay: 25, perDay: 50_000 },
  { untilDay: 30, perDay: 100_000 },
]

/** The first day is 1. Undefined when the address is warm or needs no warm-up. */
export function warmUpOn(
  at: Date,
  since: Date | undefined,
  steps: readonly WarmUpStep[] = defaultWarmUp,
): { day: number; perDay: number } | undefined {
  if (!since) return undefined
  const day = Math.max(1, Math.floor((at.getTime() - since.getTime()) / 86_400_000) + 1)
  const step = steps.find(({ untilDay }) => day <= untilDay)
  return step && { day, perDay: step.perDay }
}
