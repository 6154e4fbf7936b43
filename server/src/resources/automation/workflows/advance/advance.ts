/**
 * Advances a run as far as possible: through all steps up to one that has an effect or waits. Facts read before an effect are not used after it: there, a run
 * only moves to the next step.
 */

import type { ConnectionType } from '@posthorn/contract/workflows/words'
import type { Facts } from '../definition/conditions.ts'
import type { Definition, Step, WaitForEvent } from '../definition/definition.ts'
import { nextOf, stepOf } from '../definition/next-step.ts'
import { dueAfter } from '../definition/timing.ts'
import { decide, type EffectStep } from './decide.ts'

/** Times are those of the environment's clock. */
export type EnteredStep = { step: Step; nth: number; enteredAt: Date }

/** A step that was left. Without `leftBy` it was the last one. */
export type PassedStep = Omit<EnteredStep, 'step'> & {
  step: string
  type: Step['type']
  leftAt: Date
  leftBy: ConnectionType | null
  detail: object
}

/** Where a run is after it has advanced. */
export type Position =
  | { kind: 'effect'; current: EnteredStep; step: EffectStep; at: Date }
  | { kind: 'delay'; current: EnteredStep; until: Date }
  | { kind: 'listen'; current: EnteredStep; wait: WaitForEvent; until: Date }
  /** Needs fresh facts. */
  | { kind: 'next'; current: EnteredStep }
  | { kind: 'completed'; at: Date }

/** The steps that a run passes, and where it is then. */
export type Advance = { passed: readonly PassedStep[]; position: Position }

/** Advances from a step that was just entered. Every loop in a definition has a delay, so this terminates. */
export function advanceFrom(definition: Definition, current: EnteredStep, at: Date, facts: Facts): Advance {
  const { step } = current
  const decision = decide(step, at, facts)
  switch (decision.kind) {
    case 'branch': {
      const left = leave(definition, current, { by: decision.way, at, detail: { because: decision.because } })
      return left.next ? join(left, advanceFrom(definition, left.next, at, facts)) : completed(left, at)
    }
    case 'exit': {
      const detail = decision.reason === undefined ? {} : { reason: decision.reason }
      return { passed: [toPassedStep(current, null, at, detail)], position: { kind: 'completed', at } }
    }
    case 'delay':
      return { passed: [], position: { kind: 'delay', current, until: decision.until } }
    case 'listen':
      return { passed: [], position: { kind: 'listen', current, wait: decision.wait, until: decision.until } }
    case 'effect':
      return { passed: [], position: { kind: 'effect', current, step: decision.step, at } }
  }
}

export type Leaving = { by: ConnectionType; at: Date; detail: object }

/** Leaves a wait and advances from the next step. */
export function leaveWait(definition: Definition, current: EnteredStep, leaving: Leaving, facts: Facts): Advance {
  const left = leave(definition, current, leaving)
  return left.next ? join(left, advanceFrom(definition, left.next, leaving.at, facts)) : completed(left, leaving.at)
}

/** After an effect: moves to the next step, and starts its delay or ends there if that is all there is to do. */
export function leaveEffect(definition: Definition, current: EnteredStep, leaving: Leaving): Advance {
  const left = leave(definition, current, leaving)
  if (!left.next) return completed(left, leaving.at)
  const { step } = left.next
  if (step.type === 'delay') {
    const until = dueAfter(step.config, leaving.at)
    return { passed: left.passed, position: { kind: 'delay', current: left.next, until } }
  }
  if (step.type !== 'exit') return { passed: left.passed, position: { kind: 'next', current: left.next } }
  const detail = step.config.reason === undefined ? {} : { reason: step.config.reason }
  const passed = [...left.passed, toPassedStep(left.next, null, leaving.at, detail)]
  return { passed, position: { kind: 'completed', at: leaving.at } }
}

type Left = { passed: PassedStep[]; next: EnteredStep | undefined }

function leave(definition: Definition, current: EnteredStep, { by, at, detail }: Leaving): Left {
  const key = nextOf(definition, current.step.key, by)
  const step = key === undefined ? undefined : stepOf(definition, key)
  const passed = [toPassedStep(current, step ? by : null, at, detail)]
  return { passed, next: step && { step, nth: current.nth + 1, enteredAt: at } }
}

export const toPassedStep = (
  { step, nth, enteredAt }: EnteredStep,
  leftBy: PassedStep['leftBy'],
  leftAt: Date,
  detail: object,
): PassedStep => ({ nth, step: step.key, type: step.type, enteredAt, leftAt, leftBy, detail })

const join = (left: Left, advance: Advance): Advance => ({ ...advance, passed: [...left.passed, ...advance.passed] })
const completed = (left: Left, at: Date): Advance => ({ passed: left.passed, position: { kind: 'completed', at } })
