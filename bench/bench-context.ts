import type { BenchDatabase } from './bench-database.ts'
import type { LoadResult } from './load.ts'
import type { Pace } from './pace.ts'
import type { Services } from './services.ts'

/** The context of a comparison. */
export type Bench = {
  postgres: BenchDatabase
  pace: Pace
  /** Aborted by Ctrl-C and at the time limit. */
  signal: AbortSignal
  progress(line: string): void
  /** Stores the raw figures of a round. */
  keep(round: Round): void
}

/** The result of one side in one round. Round 0 is the warm-up. */
export type Round = RoundResult & { comparison: string; side: string; round: number }
export type RoundResult = {
  perSecond: number
  load?: LoadResult
  /** The figure for the row, when it is not perSecond. */
  figure?: number
}

export type HttpBench = Bench & { services: Services }
