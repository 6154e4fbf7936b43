import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Round, RoundResult } from './bench-context.ts'

/** Runs one round of a side for this many seconds. */
export type Side = (seconds: number) => Promise<RoundResult>

/**
 * Runs the rounds of all sides in turn, A B A B A B, so changes in the load of the machine affect them equally. Each side is
 * warmed up first. Every round starts after a checkpoint, so no round pays for pages that another has written.
 */
export async function alternate<Name extends string>(
  { postgres, pace, progress, keep }: Bench,
  comparison: string,
  sides: Record<Name, Side>,
): Promise<Record<Name, number[]>> {
  // `as`: Object.entries loses the names, and every side gets its list.
  const named = Object.entries(sides) as [Name, Side][]
  const figures = Object.fromEntries(named.map(([name]) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round <= pace.rounds; round++) {
    for (const [name, side] of named) {
      await postgres.database.pool.query('checkpoint')
      await pause(200)
      const result = await side(round === 0 ? pace.warmUpSeconds : pace.roundSeconds).catch(cause => {
        throw new Error(`${comparison}, ${name}, failed.`, { cause })
      })
      const finished = { comparison, side: name, round, ...result }
      keep(finished)
      progress(describe(finished))
      if (round > 0) figures[name].push(result.figure ?? result.perSecond)
    }
  }
  return figures
}

function describe({ comparison, side, round, perSecond, load }: Round): string {
  const generator = load ? `, p99 ${load.latencyMs.p99} ms, generator at ${Math.round(load.generatorCpu * 100)} %` : ''
  return `${comparison} ${round === 0 ? 'warm-up' : `round ${round}`}: ${side} ${Math.round(perSecond)}/s${generator}`
}
