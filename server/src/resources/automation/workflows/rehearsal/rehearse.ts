/** One contact's way through a definition: the decisions of a run, with a clock of its own and without any effect. */

import type { ConnectionType } from '@posthorn/contract/workflows/words'
import type { SimulatedStep } from '@posthorn/contract/workflows/workflows'
import { decide } from '../advance/decide.ts'
import type { Step } from '../definition/definition.ts'
import { firstStep, nextOf, stepOf } from '../definition/next-step.ts'
import { perform, type Rehearsing } from './effect.ts'
import { factsOf, type Stage, withEvent } from './stage.ts'

/** How steps are left, by their keys. */
export type Assumed = ReadonlyMap<string, ConnectionType>
export type Rehearsal = { steps: SimulatedStep[]; endsAt: Date; end: string }

/** A loop with a delay in it may go on for ever. */
const maxSteps = 500
/** Characters of what would be sent, all steps together. */
const maxShown = 8 * 1024 * 1024

export async function rehearse(
  rehearsing: Rehearsing,
  { from, stage: start, assumed }: { from: Date; stage: Stage; assumed: Assumed },
): Promise<Rehearsal> {
  const { definition } = rehearsing
  const steps: SimulatedStep[] = []
  let [step, at, stage, shown]: [Step, Date, Stage, number] = [firstStep(definition), from, start, 0]
  for (;;) {
    const scene = await playStep(rehearsing, step, at, stage, assumed.get(step.key))
    const key = scene.way && nextOf(definition, step.key, scene.way)
    const next = key === undefined ? undefined : stepOf(definition, key)
    steps.push(toSimulated(step, at, scene, next !== undefined))
    at = scene.leftAt
    if (!next) return { steps, endsAt: at, end: scene.end ?? `The run completes after ${step.key}.` }

    shown += scene.would ? JSON.stringify(scene.would).length : 0
    if (steps.length === maxSteps) return { steps, endsAt: at, end: `${stopped} ${maxSteps} steps.` }
    if (shown > maxShown) return { steps, endsAt: at, end: `${stopped} 8 MiB of content.` }
    step = next
    stage = scene.stage
  }
}

const stopped = 'The run would go on; the rehearsal stops after'

type Scene = {
  /** Undefined where the run ends. */
  way?: ConnectionType
  leftAt: Date
  stage: Stage
  because?: string
  would?: object
  /** In words, when it does not just complete. */
  end?: string
}

async function playStep(
  rehearsing: Rehearsing,
  step: Step,
  at: Date,
  stage: Stage,
  assumed: ConnectionType | undefined,
): Promise<Scene> {
  const decision = decide(step, at, factsOf(stage))
  switch (decision.kind) {
    case 'branch': {
      const because = assumed ? 'Assumed.' : `${decision.because}.`
      return { way: assumed ?? decision.way, leftAt: at, stage, because }
    }
    case 'rest': {
      const because = `It waits until ${decision.until.toISOString()}.`
      return { way: 'default', leftAt: decision.until, stage, because }
    }
    case 'listen': {
      const { wait, until } = decision
      if (assumed === 'event_received')
        return { way: assumed, leftAt: at, stage: withEvent(stage, wait), because: `Assumed: ${wait.event[0]} comes.` }
      const because = `Nothing comes until ${until.toISOString()}: ${wait.event.join(', ')}.`
      return { way: 'timeout', leftAt: until, stage, because }
    }
    case 'act': {
      const { failed, ...performed } = await perform(rehearsing, decision.step, at, stage)
      if (failed === undefined) return { way: 'default', leftAt: at, ...performed }
      return { leftAt: at, ...performed, because: failed, end: `The run fails in ${step.key}: ${failed}` }
    }
    case 'exit': {
      const { reason } = decision
      const end = `The run exits at ${step.key}${reason === undefined ? '' : `: ${reason}`}.`
      return { leftAt: at, stage, end, ...(reason !== undefined && { because: reason }) }
    }
  }
}

const toSimulated = (step: Step, at: Date, { way, because, would }: Scene, goesOn: boolean): SimulatedStep => ({
  step: step.key,
  type: step.type,
  at: at.toISOString(),
  left_by: goesOn && way ? way : null,
  ...(because !== undefined && { because }),
  ...(would && { would: { ...would } }),
})
