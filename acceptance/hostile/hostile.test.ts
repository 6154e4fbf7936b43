/** Nothing that anyone sends stops the service: the known attacks by name, and every field, while another tenant keeps sending. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyField } from './generated.ts'
import { knownAttacks } from './known-attacks.ts'
import { isLong, seed } from './runs.ts'
import { type Outcome, openTarget, type Target } from './target.ts'

let target: Target | undefined
const outcomes: Outcome[] = []

beforeAll(async () => {
  target = await openTarget()
})
afterAll(async () => {
  console.info(`POSTHORN_SEED=${seed}`)
  console.table(Object.fromEntries(outcomes.map(({ about, figures, statuses }) => [about, { ...figures, statuses }])))
  await target?.[Symbol.asyncDispose]()
})

const fields = everyField(isLong ? 10_000_000 : 200_000, seed)

// Repeated twice after a failure: another program on the same machine may have used the memory bus, too, and for longer than one of them takes.
test.each([...knownAttacks, fields])('$about', { timeout: 240_000, retry: 2 }, async attack => {
  if (!target?.isRunning()) {
    await target?.[Symbol.asyncDispose]()
    target = await openTarget()
  }

  const outcome = await target.runAttack(attack)

  outcomes.push(outcome)
  expect(outcome.faults, JSON.stringify(outcome)).toEqual([])
})
