/**
 * Walks a run as far as possible. Steps are passed until one has an effect or a wait. Facts read before an effect are not used after it: there, a run
 * only moves to the next step.
 */

import type { ConnectionType } from '@posthorn/contract/workflows/words'
import type { Facts } from '../definition/conditions.ts'
import type { Definition, Step, WaitForEvent } from '../definition/definition.ts'
import { nextOf, stepOf } from '../definition/next-step.ts'
import { dueAfter } from '../definition/timing.ts'
import { decide, type EffectStep } from './decide.ts'

/** Times by the environment's clock. */
export type EnteredStep = { step: Step; nth: number; enteredAt: Date }

/** A step that was left. Without `leftBy` it was the last one. */
export type Passed = Omit<EnteredStep, 'step'> & {
  step: string
  type: Step['type']
  leftAt: Date
  leftBy: ConnectionType | null
  detail: object
}

export type Stand =
  | { kind: 'act'; place: EnteredStep; step: EffectStep; at: Date }
  | { kind: 'rest'; place: EnteredStep; until: Date }
  | { kind: 'listen'; place: EnteredStep; wait: WaitForEvent; until: Date }
  /** Needs fresh facts. */
  | { kind: 'next'; place: EnteredStep }
  | { kind: 'completed'; at: Date }

export type Walk = { passed: readonly Passed[]; stand: Stand }

/** Walks from a step that was just entered. Every loop in a definition has a delay, so this terminates. */
export function walkFrom(definition: Definition, place: EnteredStep, at: Date, facts: Facts): Walk {
  const { step } = place
  const decision = decide(step, at, facts)
  switch (decision.kind) {
    case 'branch': {
      const left = leave(definition, place, { by: decision.way, at, detail: { because: decision.because } })
      return left.place ? join(left, walkFrom(definition, left.place, at, facts)) : completed(left, at)
    }
    case 'exit': {
      const detail = decision.reason === undefined ? {} : { reason: decision.reason }
      return { passed: [toPassed(place, null, at, detail)], stand: { kind: 'completed', at } }
    }
    case 'rest':
      return { passed: [], stand: { kind: 'rest', place, until: decision.until } }
    case 'listen':
      return { passed: [], stand: { kind: 'listen', place, wait: decision.wait, until: decision.until } }
    case 'act':
      return { passed: [], stand: { kind: 'act', place, step: decision.step, at } }
  }
}

export type Leaving = { by: ConnectionType; at: Date; detail: object }

/** Leaves a wait and walks on. */
export function walkOn(definition: Definition, place: EnteredStep, leaving: Leaving, facts: Facts): Walk {
  const left = leave(definition, place, leaving)
  return left.place ? join(left, walkFrom(definition, left.place, leaving.at, facts)) : completed(left, leaving.at)
}

/** After an effect: moves to the next step, and starts its delay or ends there if that is all there is to do. */
export function stepOut(definition: Definition, place: EnteredStep, leaving: Leaving): Walk {
  const left = leave(definition, place, leaving)
  if (!left.place) return completed(left, leaving.at)
  const { step } = left.place
  if (step.type === 'delay') {
    const until = dueAfter(step.config, leaving.at)
    return { passed: left.passed, stand: { kind: 'rest', place: left.place, until } }
  }
  if (step.type !== 'exit') return { passed: left.passed, stand: { kind: 'next', place: left.place } }
  const detail = step.config.reason === undefined ? {} : { reason: step.config.reason }
  const passed = [...left.passed, toPassed(left.place, null, leaving.at, detail)]
  return { passed, stand: { kind: 'completed', at: leaving.at } }
}

type Left = { passed: Passed[]; place: EnteredStep | undefined }

function leave(definition: Definition, place: EnteredStep, { by, at, detail }: Leaving): Left {
  const key = nextOf(definition, place.step.key, by)
  const step = key === undefined ? undefined : stepOf(definition, key)
  const passed = [toPassed(place, step ? by : null, at, detail)]
  return { passed, place: step && { step, nth: place.nth + 1, enteredAt: at } }
}

export const toPassed = (
  { step, nth, enteredAt }: EnteredStep,
  leftBy: Passed['leftBy'],
  leftAt: Date,
  detail: object,
): Passed => ({ nth, step: step.key, type: step.type, enteredAt, leftAt, leftBy, detail })

const join = (left: Left, walk: Walk): Walk => ({ ...walk, passed: [...left.passed, ...walk.passed] })
const completed = (left: Left, at: Date): Walk => ({ passed: left.passed, stand: { kind: 'completed', at } })
