/** Turns the new position of a run into rows. Positions have times of the environment's clock; due times are in real time. */
import type { ConnectionType } from '@posthorn/contract/workflows/words'
import type { Definition } from '../definition/definition.ts'
import { stepOf } from '../definition/next-step.ts'
import type { RunUpdate, StepRow, Wait } from '../runs/run-store.ts'
import { type Advance, type EnteredStep, leaveEffect, type PassedStep, type Position, toPassedStep } from './advance.ts'
import type { Begun } from './listen.ts'
import type { LoadedRun } from './load.ts'
import type { Outcome } from './outcome.ts'
import { detailOf } from './plan.ts'

export type Move = {
  run: LoadedRun
  now: Date
  update: RunUpdate
  steps: readonly Omit<StepRow, 'environmentId' | 'runId'>[]
  waits: readonly Wait[]
}

type Progress = { run: LoadedRun; now: Date; passed: readonly PassedStep[] }

/** An event that was being committed when the run began to listen may be missed. It is visible after this time: no transaction takes longer. */
const recheckAfterMs = 5_000

export type EffectPosition = Extract<Position, { kind: 'effect' }>
type RestPosition = Exclude<Position, EffectPosition>

/** For a run that stops at no effect. */
export function moveTo(progress: Progress & { position: RestPosition }, begun: Begun | undefined): Move {
  const { position } = progress
  switch (position.kind) {
    case 'completed':
      return end(progress, 'completed', position.at, null)
    case 'next':
      return next(progress, position.current)
    case 'delay':
      return wait(progress, position.current, { until: realTime(progress, position.until), tries: 0 })
    case 'listen':
      return begun?.heard ? leaveAtOnce(progress, position, begun.heard) : listen(progress, position, begun)
  }
}

/** For a run that stopped at an effect, once it is carried out. */
export function moveAfterEffect(progress: Progress & { position: EffectPosition }, outcome: Outcome): Move {
  const { run, now, passed, position } = progress
  const { current, at } = position
  switch (outcome.kind) {
    case 'done': {
      const out = leaveEffect(definitionOf(run), current, { by: 'default', at, detail: outcome.detail })
      return continueAt({ run, now, passed: [...passed, ...out.passed] }, out)
    }
    case 'again': {
      const until = new Date(now.getTime() + outcome.inMs)
      const tries = current.nth === run.nth ? run.tries + 1 : 1
      const move = wait(progress, current, { until, tries })
      return { ...move, steps: [...move.steps, openStep(current, { error: outcome.error, tries })] }
    }
    case 'failed':
      return end({ run, now, passed: [...passed, toPassedStep(current, null, at, {})] }, 'failed', at, outcome.error)
    case 'stopped':
      return end({ run, now, passed: [...passed, toPassedStep(current, null, at, {})] }, 'stopped', at, null)
  }
}

function definitionOf({ definition, runId }: LoadedRun): Definition {
  if (!definition) throw new Error(`run ${runId} moves without a definition`)
  return definition
}

/** What follows an effect in the same transaction is neither another effect nor a wait for an event. */
function continueAt(progress: Progress, { position }: Advance): Move {
  if (position.kind === 'effect') throw new Error('an effect is followed by another one in the same transaction')
  return moveTo({ ...progress, position }, undefined)
}

/** The awaited event has already happened. */
function leaveAtOnce(
  { run, now, passed }: Progress,
  { current }: Extract<Position, { kind: 'listen' }>,
  heard: NonNullable<Begun['heard']>,
): Move {
  const leaving = { by: 'event_received' as ConnectionType, at: current.enteredAt, detail: detailOf(heard) }
  const out = leaveEffect(definitionOf(run), current, leaving)
  return continueAt({ run, now, passed: [...passed, ...out.passed] }, out)
}

function listen(
  progress: Progress,
  { current, until: end }: Extract<Position, { kind: 'listen' }>,
  begun: Begun | undefined,
): Move {
  const until = realTime(progress, end)
  const move = wait(progress, current, { until, tries: 0 })
  const again = new Date(progress.now.getTime() + recheckAfterMs)
  const { dueAt } = move.update
  return {
    ...move,
    update: { ...move.update, dueAt: dueAt && again < dueAt ? again : dueAt },
    steps: begun?.detail ? [...move.steps, openStep(current, begun.detail)] : move.steps,
    waits: begun?.waits ?? [],
  }
}

const realTime = ({ run }: Progress, shown: Date): Date => new Date(shown.getTime() - run.aheadMs)

function openStep({ step, nth, enteredAt }: EnteredStep, detail: object): Move['steps'][number] {
  return { nth, step: step.key, type: step.type, enteredAt, leftAt: null, leftBy: null, detail }
}

/** A wait that is already over, for example after the clock was advanced, continues at once. */
function wait(
  { run, now, passed }: Progress,
  current: EnteredStep,
  { until, tries }: { until: Date; tries: number },
): Move {
  const isOver = until <= now
  const update = {
    ...positionOf(run, current),
    state: 'waiting',
    tries,
    failures: 0,
    inDoubt: false,
    waitsUntil: until,
    dueAt: isOver ? null : until,
    continues: isOver,
  }
  return { run, now, update, steps: passed, waits: [] }
}

function next({ run, now, passed }: Progress, current: EnteredStep): Move {
  const fresh = { tries: 0, failures: 0, inDoubt: false, waitsUntil: null, dueAt: null, continues: true }
  const update = { ...positionOf(run, current), state: 'running', ...fresh }
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

function end({ run, now, passed }: Progress, state: End, at: Date, error: string | null): Move {
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
    continues: false,
    error,
    finishedAt: at,
  }
  return { run, now, update, steps: passed, waits: [] }
}

/** Retries the step from its current state: a delay that has not begun must not look nearly over. */
export function retryRun(
  run: LoadedRun,
  now: Date,
  { inMs, failures, inDoubt }: { inMs: number; failures: number; inDoubt: boolean },
): Move {
  const { environmentId, runId, state, step, nth, enteredAt, waitsUntil } = run
  const current = { environmentId, runId, state, step, nth, enteredAt, waitsUntil, error: null, finishedAt: null }
  const update = {
    ...current,
    tries: run.tries + 1,
    failures,
    inDoubt,
    continues: false,
    dueAt: new Date(now.getTime() + inMs),
  }
  return { run, now, update, steps: [], waits: [] }
}

/** Ends a run in its current step. */
export function endRun(run: LoadedRun, state: End, now: Date, error: string | null = null): Move {
  const at = new Date(now.getTime() + run.aheadMs)
  const step = run.definition && stepOf(run.definition, run.step)
  const current = step && { step, nth: run.nth, enteredAt: run.enteredAt }
  return end({ run, now, passed: current ? [toPassedStep(current, null, at, {})] : [] }, state, at, error)
}
