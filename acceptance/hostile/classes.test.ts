/** Further inputs of the same kinds, new in each run, one at a time on one service. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classes } from './generated.ts'
import { isLong, runs, seed } from './runs.ts'
import { openTarget, type Target } from './target.ts'
import { type Figures, worstOf } from './verdict.ts'

let target: Target
const worst: Record<string, Figures & { requests: number }> = {}

beforeAll(async () => {
  if (isLong) target = await openTarget()
})
afterAll(async () => {
  console.info(`POSTHORN_SEED=${seed} POSTHORN_HOSTILE_RUNS=${runs}`)
  console.table(worst)
  await target?.[Symbol.asyncDispose]()
})

describe.runIf(isLong)('generated', () => {
  test.each(Object.entries(classes))('%s', { timeout: runs * 60_000 }, async (name, attacks) => {
    for (const attack of fc.sample(attacks, { seed, numRuns: runs })) {
      if (!target.isRunning()) {
        await target[Symbol.asyncDispose]()
        target = await openTarget()
      }
      const { about, faults, figures, statuses } = await target.runAttack(attack)
      worst[name] = { ...worstOf(figures, worst[name]), requests: (worst[name]?.requests ?? 0) + 1 }
      if (faults.length > 0) console.warn(name, about, statuses, faults, JSON.stringify(figures))
      expect.soft(faults, about).toEqual([])
    }
  })
})
