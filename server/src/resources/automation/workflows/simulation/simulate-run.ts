/** Simulates one contact's run through a definition, with its own clock and without effects. */

import type { ConnectionType } from '@posthorn/contract/workflows/words'
import type { SimulatedStep } from '@posthorn/contract/workflows/workflows'
import { decide } from '../advance/decide.ts'
import type { Step } from '../definition/definition.ts'
import { firstStep, nextOf, stepOf } from '../definition/next-step.ts'
import { type SimulationContext, simulateEffect } from './simulate-effect.ts'
import { factsOf, type SimulatedState, withEvent } from './simulated-state.ts'

/** The assumed ways out of steps, by step key. */
export type Assumed = ReadonlyMap<string, ConnectionType>
export type SimulatedRun = { steps: SimulatedStep[]; endsAt: Date; end: string }

/** A loop with a delay may go on forever. */
const maxSteps = 500
/** Characters of content shown, for all steps together. */
const maxShown = 8 * 1024 * 1024

export async function simulateRun(
  context: SimulationContext,
  { from, state: start, assumed }: { from: Date; state: SimulatedState; assumed: Assumed },
): Promise<SimulatedRun> {
  const { definition } = context
  const steps: SimulatedStep[] = []
  let [step, at, state, shown]: [Step, Date, SimulatedState, number] = [firstStep(definition), from, start, 0]
  for (;;) {
    const result = await simulateStep(context, step, at, state, assumed.get(step.key))
    const key = result.way && nextOf(definition, step.key, result.way)
    const next = key === undefined ? undefined : stepOf(definition, key)
    steps.push(toSimulated(step, at, result, next !== undefined))
    at = result.leftAt
    if (!next) return { steps, endsAt: at, end: result.end ?? `The run completes after ${step.key}.` }

    shown += result.would ? JSON.stringify(result.would).length : 0
    if (steps.length === maxSteps) return { steps, endsAt: at, end: `${stopped} ${maxSteps} steps.` }
    if (shown > maxShown) return { steps, endsAt: at, end: `${stopped} 8 MiB of content.` }
    step = next
    state = result.state
  }
}

const stopped = 'The run would continue; the simulation stops after'

type StepResult = {
  /** Undefined where the run ends. */
  way?: ConnectionType
  leftAt: Date
  state: SimulatedState
  because?: string
  would?: object
  /** A sentence, unless the run completes normally. */
  end?: string
}

async function simulateStep(
  context: SimulationContext,
  step: Step,
  at: Date,
  state: SimulatedState,
  assumed: ConnectionType | undefined,
): Promise<StepResult> {
  const decision = decide(step, at, factsOf(state))
  switch (decision.kind) {
    case 'branch': {
      const because = assumed ? 'Assumed.' : `${decision.because}.`
      return { way: assumed ?? decision.way, leftAt: at, state, because }
    }
    case 'delay': {
      const because = `It waits until ${decision.until.toISOString()}.`
      return { way: 'default', leftAt: decision.until, state, because }
    }
    case 'listen': {
      const { wait, until } = decision
      if (assumed === 'event_received')
        return { way: assumed, leftAt: at, state: withEvent(state, wait), because: `Assumed: ${wait.event[0]} comes.` }
      const because = `Nothing comes until ${until.toISOString()}: ${wait.event.join(', ')}.`
      return { way: 'timeout', leftAt: until, state, because }
    }
    case 'effect': {
      const { failed, ...result } = await simulateEffect(context, decision.step, at, state)
      if (failed === undefined) return { way: 'default', leftAt: at, ...result }
      return { leftAt: at, ...result, because: failed, end: `The run fails in ${step.key}: ${failed}` }
    }
    case 'exit': {
      const { reason } = decision
      const end = `The run exits at ${step.key}${reason === undefined ? '' : `: ${reason}`}.`
      return { leftAt: at, state, end, ...(reason !== undefined && { because: reason }) }
    }
  }
}

const toSimulated = (step: Step, at: Date, { way, because, would }: StepResult, continues: boolean): SimulatedStep => ({
  step: step.key,
  type: step.type,
  at: at.toISOString(),
  left_by: continues && way ? way : null,
  ...(because !== undefined && { because }),
  ...(would && { would: { ...would } }),
})
