import type { Bench } from './bench-context.ts'
import { median } from './row.ts'

export type Times = { many: number[]; few: number[] }
/** Each function does one thing and returns the milliseconds it took. */
type Timed = { many(): Promise<number>; few(): Promise<number> }

/** The two alternate, one call each. A round returns the median of each. The first round is a warm-up. */
export async function takeTurns(bench: Bench, name: string, { many, few }: Timed): Promise<Times> {
  const times: Times = { many: [], few: [] }
  for (let round = 0; round <= bench.pace.rounds; round++) {
    const ofRound: Times = { many: [], few: [] }
    for (let turn = 0; turn < bench.pace.pagesPerRound; turn++) {
      bench.signal.throwIfAborted()
      ofRound.many.push(await many())
      ofRound.few.push(await few())
    }
    bench.progress(`${name} ${round === 0 ? 'warm-up' : `round ${round}`}`)
    if (round === 0) continue
    times.many.push(median(ofRound.many))
    times.few.push(median(ofRound.few))
  }
  return times
}
