/** Nothing that anyone sends stops the service: the known attacks by name, and every field, while another tenant keeps sending. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyField } from './generated.ts'
import { knownAttacks } from './known-attacks.ts'
import { isLong, seed } from './runs.ts'
import { type Outcome, openScene, type Scene } from './scene.ts'

let scene: Scene | undefined
const outcomes: Outcome[] = []

beforeAll(async () => {
  scene = await openScene()
})
afterAll(async () => {
  console.info(`POSTHORN_SEED=${seed}`)
  console.table(Object.fromEntries(outcomes.map(({ about, figures, statuses }) => [about, { ...figures, statuses }])))
  await scene?.[Symbol.asyncDispose]()
})

const fields = everyField(isLong ? 10_000_000 : 200_000, seed)

// Repeated twice after a failure: another program on the same machine may have used the memory bus, too, and for longer than one of them takes.
test.each([...knownAttacks, fields])('$about', { timeout: 240_000, retry: 2 }, async attack => {
  if (!scene?.isRunning()) {
    await scene?.[Symbol.asyncDispose]()
    scene = await openScene()
  }

  const outcome = await scene.runAttack(attack)

  outcomes.push(outcome)
  expect(outcome.faults, JSON.stringify(outcome)).toEqual([])
})
