/** Translates where a walk ends into rows. Walks use the environment's clock; due times are in real time. */
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

type Progress = { run: LoadedRun; now: Date; passed: readonly Passed[] }

/** An event that was being committed when the run began to listen may be missed. It is visible after this time: no transaction takes longer. */
const recheckAfterMs = 5_000

export type ActStand = Extract<Stand, { kind: 'act' }>
type QuietStand = Exclude<Stand, ActStand>

/** For a walk without an effect. */
export function arriveAt(progress: Progress & { stand: QuietStand }, begun: Begun | undefined): Arrival {
  const { stand } = progress
  switch (stand.kind) {
    case 'completed':
      return end(progress, 'completed', stand.at, null)
    case 'next':
      return next(progress, stand.place)
    case 'rest':
      return wait(progress, stand.place, { until: realTime(progress, stand.until), tries: 0 })
    case 'listen':
      return begun?.heard ? leaveAtOnce(progress, stand, begun.heard) : listen(progress, stand, begun)
  }
}

/** For a walk that ended in an effect. */
export function arriveAfter(progress: Progress & { stand: ActStand }, outcome: Outcome): Arrival {
  const { run, now, passed, stand } = progress
  const { place, at } = stand
  switch (outcome.kind) {
    case 'done': {
      const out = stepOut(definitionOf(run), place, { by: 'default', at, detail: outcome.detail })
      return arrive({ run, now, passed: [...passed, ...out.passed] }, out)
    }
    case 'again': {
      const until = new Date(now.getTime() + outcome.inMs)
      const tries = place.nth === run.nth ? run.tries + 1 : 1
      const arrival = wait(progress, place, { until, tries })
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

/** The walk after an effect contains neither another effect nor a wait for an event. */
function arrive(progress: Progress, { stand }: Walk): Arrival {
  if (stand.kind === 'act') throw new Error('an effect is followed by another one in the same walk')
  return arriveAt({ ...progress, stand }, undefined)
}

/** The awaited event has already happened. */
function leaveAtOnce(
  { run, now, passed }: Progress,
  { place }: Extract<Stand, { kind: 'listen' }>,
  heard: NonNullable<Begun['heard']>,
): Arrival {
  const leaving = { by: 'event_received' as ConnectionType, at: place.enteredAt, detail: detailOf(heard) }
  const out = stepOut(definitionOf(run), place, leaving)
  return arrive({ run, now, passed: [...passed, ...out.passed] }, out)
}

function listen(
  progress: Progress,
  { place, until: end }: Extract<Stand, { kind: 'listen' }>,
  begun: Begun | undefined,
): Arrival {
  const until = realTime(progress, end)
  const arrival = wait(progress, place, { until, tries: 0 })
  const again = new Date(progress.now.getTime() + recheckAfterMs)
  const { dueAt } = arrival.update
  return {
    ...arrival,
    update: { ...arrival.update, dueAt: dueAt && again < dueAt ? again : dueAt },
    steps: begun?.detail ? [...arrival.steps, openStep(place, begun.detail)] : arrival.steps,
    waits: begun?.waits ?? [],
  }
}

const realTime = ({ run }: Progress, shown: Date): Date => new Date(shown.getTime() - run.aheadMs)

function openStep({ step, nth, enteredAt }: EnteredStep, detail: object): Arrival['steps'][number] {
  return { nth, step: step.key, type: step.type, enteredAt, leftAt: null, leftBy: null, detail }
}

/** A wait that is already over, for example after the clock was advanced, continues at once. */
function wait(
  { run, now, passed }: Progress,
  place: EnteredStep,
  { until, tries }: { until: Date; tries: number },
): Arrival {
  const isOver = until <= now
  const update = {
    ...positionOf(run, place),
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

function next({ run, now, passed }: Progress, place: EnteredStep): Arrival {
  const fresh = { tries: 0, failures: 0, inDoubt: false, waitsUntil: null, dueAt: null, goesOn: true }
  const update = { ...positionOf(run, place), state: 'running', ...fresh }
  return { run, now, update, steps: passed, waits: [] }
}

const positionOf = ({ environmentId, runId }: LoadedRun, { step, nth, enteredAt }: EnteredStep) => ({
  environmentId,
  runId,
  step: step.key,
  nth,
  enteredAt,
  error: null,
  finishedAt: null,
})

type End = 'completed' | 'failed' | 'stopped'

function end({ run, now, passed }: Progress, state: End, at: Date, error: string | null): Arrival {
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

/** Retries the step from its current state: a delay that has not begun must not look nearly over. */
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

/** Ends a run in its current step. */
export function ended(run: LoadedRun, state: End, now: Date, error: string | null = null): Arrival {
  const at = new Date(now.getTime() + run.aheadMs)
  const step = run.definition && stepOf(run.definition, run.step)
  const place = step && { step, nth: run.nth, enteredAt: run.enteredAt }
  return end({ run, now, passed: place ? [toPassed(place, null, at, {})] : [] }, state, at, error)
}
