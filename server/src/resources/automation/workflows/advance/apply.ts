/** Applies effects, run positions, history and waits in one transaction. A stale token, or a run that has moved in the meantime, changes nothing. */
import { wake } from '#engine/wake.ts'
import type { Fact } from '#events/fact.ts'
import { record } from '#events/record.ts'
import type { Tx } from '#postgres/database.ts'
import { withCommit } from '#postgres/transaction.ts'
import { type OpenRun, runName } from '../runs/run.ts'
import {
  awaitEnd,
  deleteWaits,
  findClocks,
  holdWorkflows,
  insertSteps,
  insertWaits,
  type LockedRun,
  lockRuns,
  parkRuns,
  releaseRuns,
  runTable,
  updateRuns,
} from '../runs/run-store.ts'
import { carryOut, type EffectParts } from './effects.ts'
import { type Begun, beginToListen, isListening } from './listen.ts'
import type { LoadedRun } from './load.ts'
import { endRun, type Move, moveAfterEffect, moveTo, retryRun } from './moves.ts'
import type { Plan } from './plan.ts'
import type { PreparedEffect } from './prepare.ts'

/** The plan for a run, with the prepared effect if the run stops at one. `isOutside`: the effect has already happened. */
export type Item = { run: LoadedRun; plan: Plan; effect?: PreparedEffect; isOutside?: true; now: Date }

export type Applied = 'moved' | 'overtaken'

export async function applyItems(tx: Tx, parts: EffectParts, items: readonly Item[]): Promise<Applied[]> {
  const test = items.filter(({ run }) => run.mode === 'test').map(({ run }) => run.environmentId)
  const [locked, clocks] = await Promise.all([
    lockRuns(
      tx,
      items.map(({ run }) => run),
    ),
    test.length > 0 ? findClocks(tx, [...new Set(test)]) : new Map<string, number>(),
  ])
  const lockedOf = new Map(locked.map(run => [runName(run), run]))
  const seen = new Set<string>()
  const ours = items.flatMap(item => {
    const name = runName(item.run)
    const own = lockedOf.get(name)
    // The same result may be submitted twice.
    if (!own || seen.has(name) || !isAsExpected(item.run, own)) return []
    seen.add(name)
    const aheadMs = clocks.get(item.run.environmentId) ?? item.run.aheadMs
    const run = { ...item.run, aheadMs, waitsUntil: own.waitsUntil }
    return [{ ...item, run, plan: revise(item, own) }]
  })
  await parkIfPaused(tx, ours)
  await applyPlans(tx, parts, ours)
  const done = new Set(ours.map(({ run }) => runName(run)))
  return items.map(({ run }) => (done.has(runName(run)) ? 'moved' : 'overtaken'))
}

const isAsExpected = (expected: OpenRun, { token, nth, state, tries }: LockedRun): boolean =>
  token === expected.token && nth === expected.nth && state === expected.state && tries === expected.tries

/** Adjusts the plan to changes since it was made. */
function revise({ plan, isOutside }: Item, { status, hasContact }: LockedRun): Plan | { kind: 'retry' } {
  // Runs of a deleted workflow are deleted.
  if (status === null) return { kind: 'release' }
  if (!hasContact) return { kind: 'stop' }
  if (plan.kind === 'stop' || plan.kind === 'release') return plan
  if (status !== 'active' && !isOutside) return { kind: 'park' }
  return plan.kind === 'park' ? { kind: 'retry' } : plan
}

type Revised = Omit<Item, 'plan'> & { plan: ReturnType<typeof revise> }

/** Locks the workflows: one that is being resumed right now has unparked its runs or is about to, so none is left parked. */
async function parkIfPaused(tx: Tx, items: readonly Revised[]): Promise<void> {
  const parked = items.filter(({ plan }) => plan.kind === 'park').map(({ run }) => run)
  if (parked.length === 0) return
  const held = await holdWorkflows(tx, parked)
  const active = new Set(held.filter(({ status }) => status === 'active').map(({ workflowId }) => workflowId))
  const [awake, asleep] = [
    parked.filter(({ workflowId }) => active.has(workflowId)),
    parked.filter(({ workflowId }) => !active.has(workflowId)),
  ]
  if (asleep.length > 0) withCommit(tx, parkRuns(tx, asleep))
  if (awake.length > 0) requeue(tx, awake)
}

/** Makes the runs due at once: something has changed since they were read. */
function requeue(tx: Tx, runs: readonly LoadedRun[]): void {
  const again = runs.map(run => ({ ...run, dueInMs: 0 }))
  withCommit(tx, releaseRuns(tx, again))
  withCommit(tx, wake(tx, runTable.name))
}

async function applyPlans(tx: Tx, parts: EffectParts, items: readonly Revised[]): Promise<void> {
  const kept = items.filter(({ plan }) => plan.kind === 'wait').map(({ run }) => run)
  const again = items.filter(({ plan }) => plan.kind === 'retry').map(({ run }) => run)
  const left = items.filter(({ plan }) => plan.kind === 'release').map(({ run }) => ({ ...run, dueInMs: null }))
  const moves = [...items.flatMap(endOrDelay), ...(await act(tx, parts, items)), ...(await advance(tx, items))]
  if (kept.length > 0) withCommit(tx, awaitEnd(tx, kept))
  if (left.length > 0) withCommit(tx, releaseRuns(tx, left))
  if (again.length > 0) requeue(tx, again)
  save(tx, moves)
  if (moves.some(({ update }) => update.continues)) withCommit(tx, wake(tx, runTable.name))
}

function endOrDelay({ run, plan, now, isOutside }: Revised): Move[] {
  if (plan.kind === 'stop') return [endRun(run, 'stopped', now)]
  if (plan.kind !== 'error') return []
  const { outcome, failures } = plan
  if (outcome.kind === 'failed') return [endRun(run, 'failed', now, outcome.error)]
  return [retryRun(run, now, { inMs: outcome.inMs, failures, inDoubt: isOutside === true || run.inDoubt })]
}

async function act(tx: Tx, parts: EffectParts, items: readonly Revised[]): Promise<Move[]> {
  const acts = items.flatMap(({ run, plan, effect, now }) =>
    plan.kind === 'advance' && plan.advance.position.kind === 'effect' && effect
      ? [{ run, now, passed: plan.advance.passed, position: plan.advance.position, effect }]
      : [],
  )
  if (acts.length === 0) return []
  const outcomes = await carryOut(
    tx,
    parts,
    acts.map(({ run, effect }) => ({ effect, tries: run.tries })),
  )
  return acts.flatMap((one, index) => {
    const outcome = outcomes[index]
    return outcome ? [moveAfterEffect(one, outcome)] : []
  })
}

async function advance(tx: Tx, items: readonly Revised[]): Promise<Move[]> {
  const advanced = items.flatMap(({ run, plan, now }) => {
    if (plan.kind !== 'advance') return []
    const { passed, position } = plan.advance
    return position.kind === 'effect' ? [] : [{ run, now, passed, position }]
  })
  const listeners = advanced.flatMap(({ run, position }) =>
    position.kind === 'listen' && run.known
      ? [{ run: { ...run, nth: position.current.nth }, wait: position.wait, ...run.known }]
      : [],
  )
  const begun: ReadonlyMap<string, Begun> = await beginToListen(tx, listeners)
  return advanced.map(one => moveTo(one, begun.get(runName(one.run))))
}

/** Does not wait for the statements: they are part of the commit. */
function save(tx: Tx, moves: readonly Move[]): void {
  if (moves.length === 0) return
  const steps = moves.flatMap(({ run, steps: own }) =>
    own.map(step => ({ environmentId: run.environmentId, runId: run.runId, ...step })),
  )
  const listened = moves
    .filter(({ run, update }) => update.nth !== run.nth || update.finishedAt !== null)
    .flatMap(({ run }) => (run.definition && isListening(run, run.definition) ? [run] : []))
  const waits = moves.flatMap(one => one.waits)
  withCommit(
    tx,
    updateRuns(
      tx,
      moves.map(one => one.update),
    ),
  )
  if (steps.length > 0) withCommit(tx, insertSteps(tx, steps))
  if (listened.length > 0) withCommit(tx, deleteWaits(tx, listened))
  if (waits.length > 0) withCommit(tx, insertWaits(tx, waits))
  const facts = moves.flatMap(toFacts)
  if (facts.length > 0) withCommit(tx, record(tx, facts))
}

function toFacts({ run, update, now }: Move): Fact[] {
  if (update.state !== 'completed' && update.state !== 'failed') return []
  const data = {
    run_id: run.runId,
    workflow_id: run.workflowId,
    contact_id: run.contactId,
    version: run.version,
    ...(update.error !== null && { error: update.error }),
  }
  const type = update.state === 'completed' ? 'workflow.run_completed' : 'workflow.run_failed'
  return [{ environmentId: run.environmentId, type, subjectId: run.runId, data, at: now }]
}
