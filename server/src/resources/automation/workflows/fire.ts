/**
 * Due schedules start a sweep through the contacts. The database's clock decides. A live schedule that missed times while no worker ran fires once
 * for them. A test schedule fires for each time its clock has passed, but only after the runs of the previous time have done everything due by then.
 */

import { enqueue } from '#engine/enqueue.ts'
import type { Trigger } from '#events/trigger.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { findRestoredCopy } from '#postgres/restored-copy.ts'
import { nextFire } from './definition/schedule.ts'
import { sweepContactsJob } from './jobs.ts'
import { findClocks } from './runs/run-store.ts'
import { type DueSchedule, findBusy, insertSweeps, lockDueSchedules, setNextFire } from './sweep-store.ts'

const pageSize = 1_000

/** Concurrent workers fire each schedule once. */
export async function fireDueSchedules(database: Database): Promise<void> {
  while ((await database.transaction(firePage)) === pageSize);
}

async function firePage(tx: Tx): Promise<number> {
  // It may have fired since the backup: the operator who ends the hold decides whether it fires again.
  if (await findRestoredCopy(tx)) return 0
  const due = await takeDue(tx)
  if (due.length === 0) return 0
  const clocks = await findClocks(tx, [...new Set(due.map(({ environmentId }) => environmentId))])
  const fired = due.map(schedule => fire(schedule, clocks.get(schedule.environmentId) ?? 0))
  await insertSweeps(tx, fired)
  await setNextFire(tx, fired)
  await enqueue(
    tx,
    fired.map(({ environmentId, workflowId, version, firedAt }) =>
      sweepContactsJob({ environmentId, workflowId, version, firedAt: firedAt.toISOString(), after: null }),
    ),
  )
  return fired.length
}

/** Skips due schedules of a restored copy, which may have fired since its backup: they fire at their next time. Returns how many. */
export async function skipDueSchedules(database: Database): Promise<number> {
  for (let total = 0; ; ) {
    const skipped = await database.transaction(async tx => {
      const due = await lockDueSchedules(tx, pageSize)
      const clocks = await findClocks(tx, [...new Set(due.map(({ environmentId }) => environmentId))])
      const later = due.map(one => fire({ ...one, mode: 'live' }, clocks.get(one.environmentId) ?? 0))
      if (later.length > 0) await setNextFire(tx, later)
      return later.length
    })
    total += skipped
    if (skipped < pageSize) return total
  }
}

async function takeDue(tx: Tx): Promise<DueSchedule[]> {
  const due = await lockDueSchedules(tx, pageSize)
  const simulated = due.filter(({ mode }) => mode === 'test')
  const busy = new Set(simulated.length > 0 ? await findBusy(tx, simulated) : [])
  return due.filter(({ workflowId }) => !busy.has(workflowId))
}

function fire(schedule: DueSchedule, aheadMs: number) {
  // `as`: versions are validated, and only schedules have a fire time.
  const { cron, timezone } = schedule.trigger as Extract<Trigger, { type: 'time_based' }>
  const firedAt = new Date(schedule.dueAt.getTime() + aheadMs)
  const next = nextFire(cron, timezone, schedule.mode === 'live' ? schedule.now : firedAt)
  return { ...schedule, firedAt, nextFireAt: next ? new Date(next.getTime() - aheadMs) : null }
}
