import type { Ground } from './ground.ts'
import type { LoadResult } from './load.ts'
import type { Pace } from './pace.ts'
import type { Services } from './services.ts'

/** What a comparison is given. */
export type Bench = {
  ground: Ground
  pace: Pace
  /** Aborted by Ctrl-C and when the time is over. */
  signal: AbortSignal
  progress(line: string): void
  /** Keeps the raw figures of a round. */
  keep(round: Round): void
}

/** What one side managed in one round; the 0th is the warm-up. */
export type Round = RoundResult & { comparison: string; side: string; round: number }
export type RoundResult = {
  perSecond: number
  load?: LoadResult
  /** What the row shows, when it is not the pace. */
  figure?: number
}

export type HttpBench = Bench & { services: Services }
