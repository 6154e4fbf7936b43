/** Where a run comes to stand, as it is written down. Walks speak of the environment's clock; what is due is due in real time. */
import type { ConnectionType } from '@posthorn/contract/workflows/words'
import type { Definition } from '../definition/definition.ts'
import { stepOf } from '../definition/next-step.ts'
import type { RunUpdate, StepRow, Wait } from '../runs/run-store.ts'
import type { Begun } from './listen.ts'
import type { LoadedRun } from './load.ts'
import type { Outcome } from './outcome.ts'
import { detailOf } from './plan.ts'
import { type EnteredStep, type Passed, type Stand, stepOut, toPassed, type Walk } from './walk.ts'

export type Arrival = {
  run: LoadedRun
  now: Date
  update: RunUpdate
  steps: readonly Omit<StepRow, 'environmentId' | 'runId'>[]
  waits: readonly Wait[]
}

type Traveller = { run: LoadedRun; now: Date; passed: readonly Passed[] }

/**
 * A fact that was being written down while the run began to listen is seen by neither. It is there by then: no transaction
 * takes as long.
 */
const secondLookMs = 5_000

export type ActStand = Extract<Stand, { kind: 'act' }>
type QuietStand = Exclude<Stand, ActStand>

/** After a walk without an effect. */
export function arriveAt(traveller: Traveller & { stand: QuietStand }, begun: Begun | undefined): Arrival {
  const { stand } = traveller
  switch (stand.kind) {
    case 'completed':
      return end(traveller, 'completed', stand.at, null)
    case 'next':
      return next(traveller, stand.place)
    case 'rest':
      return wait(traveller, stand.place, { until: realTime(traveller, stand.until), tries: 0 })
    case 'listen':
      return begun?.heard ? hearAtOnce(traveller, stand, begun.heard) : listen(traveller, stand, begun)
  }
}

/** After an effect. */
export function arriveAfter(traveller: Traveller & { stand: ActStand }, outcome: Outcome): Arrival {
  const { run, now, passed, stand } = traveller
  const { place, at } = stand
  switch (outcome.kind) {
    case 'done': {
      const out = stepOut(definitionOf(run), place, { by: 'default', at, detail: outcome.detail })
      return arrive({ run, now, passed: [...passed, ...out.passed] }, out)
    }
    case 'again': {
      const until = new Date(now.getTime() + outcome.inMs)
      const tries = place.nth === run.nth ? run.tries + 1 : 1
      const arrival = wait(traveller, place, { until, tries })
      return { ...arrival, steps: [...arrival.steps, openStep(place, { error: outcome.error, tries })] }
    }
    case 'failed':
      return end({ run, now, passed: [...passed, toPassed(place, null, at, {})] }, 'failed', at, outcome.error)
    case 'stopped':
      return end({ run, now, passed: [...passed, toPassed(place, null, at, {})] }, 'stopped', at, null)
  }
}

function definitionOf({ definition, runId }: LoadedRun): Definition {
  if (!definition) throw new Error(`run ${runId} moves without a definition`)
  return definition
}

/** `walk` has no effect and no ear in it. */
function arrive(traveller: Traveller, { stand }: Walk): Arrival {
  if (stand.kind === 'act') throw new Error('after an effect comes no other')
  return arriveAt({ ...traveller, stand }, undefined)
}

/** What it wants to hear has happened already. */
function hearAtOnce(
  { run, now, passed }: Traveller,
  { place }: Extract<Stand, { kind: 'listen' }>,
  heard: NonNullable<Begun['heard']>,
): Arrival {
  const leaving = { by: 'event_received' as ConnectionType, at: place.enteredAt, detail: detailOf(heard) }
  const out = stepOut(definitionOf(run), place, leaving)
  return arrive({ run, now, passed: [...passed, ...out.passed] }, out)
}

function listen(
  traveller: Traveller,
  { place, until: end }: Extract<Stand, { kind: 'listen' }>,
  begun: Begun | undefined,
): Arrival {
  const until = realTime(traveller, end)
  const arrival = wait(traveller, place, { until, tries: 0 })
  const again = new Date(traveller.now.getTime() + secondLookMs)
  const { dueAt } = arrival.update
  return {
    ...arrival,
    update: { ...arrival.update, dueAt: dueAt && again < dueAt ? again : dueAt },
    steps: begun?.detail ? [...arrival.steps, openStep(place, begun.detail)] : arrival.steps,
    waits: begun?.waits ?? [],
  }
}

const realTime = ({ run }: Traveller, shown: Date): Date => new Date(shown.getTime() - run.aheadMs)

function openStep({ step, nth, enteredAt }: EnteredStep, detail: object): Arrival['steps'][number] {
  return { nth, step: step.key, type: step.type, enteredAt, leftAt: null, leftBy: null, detail }
}

/** What is over already, as when a clock was put far forward, goes on at once. */
function wait(
  { run, now, passed }: Traveller,
  place: EnteredStep,
  { until, tries }: { until: Date; tries: number },
): Arrival {
  const isOver = until <= now
  const update = {
    ...standing(run, place),
    state: 'waiting',
    tries,
    failures: 0,
    inDoubt: false,
    waitsUntil: until,
    dueAt: isOver ? null : until,
    goesOn: isOver,
  }
  return { run, now, update, steps: passed, waits: [] }
}

function next({ run, now, passed }: Traveller, place: EnteredStep): Arrival {
  const fresh = { tries: 0, failures: 0, inDoubt: false, waitsUntil: null, dueAt: null, goesOn: true }
  const update = { ...standing(run, place), state: 'running', ...fresh }
  return { run, now, update, steps: passed, waits: [] }
}

const standing = ({ environmentId, runId }: LoadedRun, { step, nth, enteredAt }: EnteredStep) => ({
  environmentId,
  runId,
  step: step.key,
  nth,
  enteredAt,
  error: null,
  finishedAt: null,
})

type End = 'completed' | 'failed' | 'stopped'

function end({ run, now, passed }: Traveller, state: End, at: Date, error: string | null): Arrival {
  const { environmentId, runId } = run
  const last = passed.at(-1)
  const update = {
    environmentId,
    runId,
    state,
    step: null,
    nth: last?.nth ?? run.nth,
    enteredAt: last?.enteredAt ?? run.enteredAt,
    tries: 0,
    failures: 0,
    inDoubt: false,
    waitsUntil: null,
    dueAt: null,
    goesOn: false,
    error,
    finishedAt: at,
  }
  return { run, now, update, steps: passed, waits: [] }
}

/** Is tried again from where it is, and as it is: a delay that has not begun must not look like one that is nearly over. */
export function delayed(
  run: LoadedRun,
  now: Date,
  { inMs, failures, inDoubt }: { inMs: number; failures: number; inDoubt: boolean },
): Arrival {
  const { environmentId, runId, state, step, nth, enteredAt, waitsUntil } = run
  const place = { environmentId, runId, state, step, nth, enteredAt, waitsUntil, error: null, finishedAt: null }
  const update = {
    ...place,
    tries: run.tries + 1,
    failures,
    inDoubt,
    goesOn: false,
    dueAt: new Date(now.getTime() + inMs),
  }
  return { run, now, update, steps: [], waits: [] }
}

/** Ends where it is. */
export function ended(run: LoadedRun, state: End, now: Date, error: string | null = null): Arrival {
  const at = new Date(now.getTime() + run.aheadMs)
  const step = run.definition && stepOf(run.definition, run.step)
  const place = step && { step, nth: run.nth, enteredAt: run.enteredAt }
  return end({ run, now, passed: place ? [toPassed(place, null, at, {})] : [] }, state, at, error)
}
