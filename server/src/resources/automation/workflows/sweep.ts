/**
 * Starts runs, page by page, for everybody who was a contact and not in the workflow when the schedule fired. A page's runs, the sweep's position and
 * the job for the next page are committed together, so after a crash no contact is started twice or left out.
 */
import type { Clock } from '#core/clock.ts'
import { enqueue } from '#engine/enqueue.ts'
import { insertRuns } from '#events/start-runs.ts'
import type { Trigger, TriggerData } from '#events/trigger.ts'
import type { Database, Tx } from '#postgres/database.ts'
import { membersAmong } from '#resources/audience/segments/members.ts'
import { type SweepContacts, sweepContactsJob } from './jobs.ts'
import {
  deleteSweep,
  findContactsAfter,
  holdWorkflow,
  lockSweep,
  moveSweep,
  type SweptContact,
  type SweptWorkflow,
} from './sweep-store.ts'

const pageSize = 500

export const sweepContacts = (database: Database, clock: Clock, sweep: SweepContacts): Promise<void> =>
  database.transaction(tx => sweepPage(tx, clock(), sweep))

async function sweepPage(tx: Tx, now: Date, sweep: SweepContacts): Promise<void> {
  // The job has run before: the next page has its own job.
  if (!(await lockSweep(tx, sweep))) return
  const workflow = await holdWorkflow(tx, sweep)
  if (workflow?.status !== 'active' || !workflow.hasSameTrigger) return deleteSweep(tx, sweep)

  // `as`: versions are validated, and only schedules have sweeps.
  const trigger = workflow.trigger as Extract<Trigger, { type: 'time_based' }>
  const contacts = await findContactsAfter(tx, sweep, trigger.topic_id, pageSize)
  const outside = contacts.filter(({ wasInside }) => !wasInside)
  const { segment_id: segment } = trigger
  const ids = outside.map(({ id }) => id)
  const members = segment === undefined ? new Set(ids) : await membersAmong(tx, sweep.environmentId, segment, ids, now)
  await insertRuns(
    tx,
    newRuns(
      sweep,
      workflow,
      trigger,
      outside.filter(({ id }) => members.has(id)),
      now,
    ),
  )
  const last = contacts[pageSize - 1]
  if (last === undefined) return deleteSweep(tx, sweep)
  const rest = { ...sweep, after: last.id }
  await moveSweep(tx, rest)
  await enqueue(tx, [sweepContactsJob(rest)])
}

function newRuns(
  { environmentId, workflowId, firedAt }: SweepContacts,
  { version, mode, firstStep }: SweptWorkflow,
  { reentry, topic_id }: Extract<Trigger, { type: 'time_based' }>,
  contacts: readonly SweptContact[],
  now: Date,
) {
  const trigger: TriggerData = { type: 'time_based', fired_at: firedAt, ...(topic_id !== undefined && { topic_id }) }
  // A test clock may have advanced far past it.
  const at = mode === 'live' ? now : new Date(firedAt)
  return contacts.map(({ id }) => ({
    ...{ environmentId, workflowId, version, firstStep },
    ...{ contactId: id, reentry, trigger, at, createdAt: now },
  }))
}
