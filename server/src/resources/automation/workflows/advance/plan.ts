/** Plans the next step of a run. Pure. */
import { stepOf } from '../definition/next-step.ts'
import type { OpenRun } from '../runs/run.ts'
import { type Advance, advanceFrom, type EnteredStep, leaveWait } from './advance.ts'
import type { LoadedRun } from './load.ts'
import type { Outcome } from './outcome.ts'

export type Plan =
  /** The workflow is deleted, and its runs with it. */
  | { kind: 'release' }
  /** Not due yet. */
  | { kind: 'wait' }
  /** The workflow is paused. */
  | { kind: 'park' }
  /** The contact is deleted. */
  | { kind: 'stop' }
  | { kind: 'advance'; advance: Advance }
  /** An unexpected error: retried from where it is, or failed. */
  | { kind: 'error'; outcome: Extract<Outcome, { kind: 'again' | 'failed' }>; failures: number }

export function planRun(run: LoadedRun, now: Date): Plan {
  const { known } = run
  if (!run.hasContact) return { kind: 'stop' }
  if (run.status !== 'active') return { kind: 'park' }
  if (!known) throw new Error(`version ${run.version} of workflow ${run.workflowId} is missing`)
  const { definition } = known
  const step = stepOf(definition, run.step)
  if (!step) throw new Error(`workflow ${run.workflowId} has no step ${run.step} in version ${run.version}`)

  const current: EnteredStep = { step, nth: run.nth, enteredAt: run.enteredAt }
  const isOver = run.waitsUntil !== null && run.waitsUntil <= now
  if (run.state === 'running')
    return { kind: 'advance', advance: advanceFrom(definition, current, startOf(run, now), known.facts) }
  if (step.type === 'wait_for_event' && known.heard) {
    const leaving = { by: 'event_received', at: receivedAt(run, now), detail: detailOf(known.heard) } as const
    return { kind: 'advance', advance: leaveWait(definition, current, leaving, known.facts) }
  }
  if (!isOver) return { kind: 'wait' }

  const at = endOf(run, now)
  if (step.type === 'wait_for_event')
    return { kind: 'advance', advance: leaveWait(definition, current, { by: 'timeout', at, detail: {} }, known.facts) }
  if (step.type === 'delay')
    return { kind: 'advance', advance: leaveWait(definition, current, { by: 'default', at, detail: {} }, known.facts) }
  // A retry of an effect.
  return { kind: 'advance', advance: advanceFrom(definition, current, at, known.facts) }
}

export const detailOf = ({ eventId, type }: { eventId: string; type: string }): object => ({ event_id: eventId, type })

type Timed = Pick<OpenRun, 'mode' | 'aheadMs' | 'enteredAt' | 'waitsUntil'>

/**
 * In a test environment, these three times are those of a worker that is never late: delays add up exactly, even if the clock is advanced beyond all
 * of them at once. Live runs use the current time.
 */
const startOf = ({ mode, enteredAt }: Timed, now: Date): Date => (mode === 'live' ? now : enteredAt)

const endOf = ({ mode, aheadMs, waitsUntil }: Timed, now: Date): Date =>
  mode === 'live' || waitsUntil === null ? now : new Date(waitsUntil.getTime() + aheadMs)

const receivedAt = (run: Timed, now: Date): Date =>
  run.mode === 'live' ? now : new Date(Math.min(now.getTime() + run.aheadMs, endOf(run, now).getTime()))
