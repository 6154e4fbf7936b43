import type { Caller } from '#core/caller.ts'
import type { Trigger } from '#events/trigger.ts'
import type { Tx } from '#postgres/database.ts'
import { holdClock } from '../clock/hold.ts'
import type { Checked } from './definition/check.ts'
import { firstStep } from './definition/next-step.ts'
import { nextFire } from './definition/schedule.ts'
import { insertVersion } from './store.ts'
import type { Workflow } from './workflow.ts'

/** Stores the version that new runs stay on. */
export const keepVersion = (
  tx: Tx,
  environmentId: string,
  { id, version, updatedAt }: Workflow,
  { trigger, definition }: Pick<Checked, 'trigger' | 'definition'>,
): Promise<void> =>
  insertVersion(tx, { environmentId, workflowId: id }, version, {
    trigger,
    definition,
    firstStep: firstStep(definition).key,
    at: updatedAt,
  })

/** The clock for the cron. Locked before anything else, as when it is advanced. */
export type ShownClock = { now: Date; aheadMs: number }

export const readClock = async (tx: Tx, caller: Caller, now: Date): Promise<ShownClock> => ({
  now,
  aheadMs: await holdClock(tx, caller),
})

/** In real time; null when the trigger is no schedule. */
export function firstFire(trigger: Trigger, { now, aheadMs }: ShownClock): Date | null {
  if (trigger.type !== 'time_based') return null
  const shown = nextFire(trigger.cron, trigger.timezone, new Date(now.getTime() + aheadMs))
  return shown ? new Date(shown.getTime() - aheadMs) : null
}
