import type { WorkflowUpdate } from '@posthorn/contract/workflows/workflows'
import type { Caller } from '#core/caller.ts'
import { notFound } from '#core/refusal.ts'
import { enqueue } from '#engine/enqueue.ts'
import type { Tx } from '#postgres/database.ts'
import { type ActivationParts, checkContent, refuseTooManyActive } from './activation.ts'
import { refuseTransition, refuseTwoTypes } from './given.ts'
import { unparkRunsJob } from './jobs.ts'
import { keyOf } from './read.ts'
import { lockWorkflow, updateWorkflow } from './store.ts'
import { firstFire, keepVersion, readClock, type ShownClock } from './versions.ts'
import { applyContent, isSameContent, isSameTrigger, type Workflow } from './workflow.ts'

/** Changes only given fields. A new trigger or definition creates a new version; open runs stay on theirs. */
export async function changeWorkflow(
  tx: Tx,
  caller: Caller,
  now: Date,
  id: string,
  asked: WorkflowUpdate,
  parts: ActivationParts,
): Promise<Workflow> {
  const key = keyOf(caller, id)
  const clock = await readClock(tx, caller, now)
  const before = await lockWorkflow(tx, key)
  if (!before) throw notFound('workflow')
  const changed = applyUpdate(before, asked, now)
  const after = await settle(tx, caller, { before, changed, clock, parts })
  await updateWorkflow(tx, caller.environmentId, after)
  if (before.status === 'paused' && after.status === 'active') await enqueue(tx, [unparkRunsJob(key)])
  return after
}

function applyUpdate(before: Workflow, asked: WorkflowUpdate, now: Date): Workflow {
  const content = applyContent(before, asked)
  refuseTwoTypes(asked, content.triggerConfig)
  const status = asked.status ?? before.status
  refuseTransition(before.status, status)
  return {
    ...before,
    name: asked.name ?? before.name,
    description: asked.description ?? before.description,
    ...content,
    status,
    version: isSameContent(before, content) ? before.version : before.version + 1,
    updatedAt: now,
  }
}

type Change = { before: Workflow; changed: Workflow; clock: ShownClock; parts: ActivationParts }

/** An active workflow is validated, stored as a version, and scheduled. */
async function settle(tx: Tx, caller: Caller, { before, changed, clock, parts }: Change): Promise<Workflow> {
  if (changed.status !== 'active') return { ...changed, nextFireAt: null }
  if (before.status === 'active' && changed.version === before.version) return changed
  if (before.status !== 'active') await refuseTooManyActive(tx, caller)
  const checked = await checkContent(tx, caller, clock.now, changed, parts)
  await keepVersion(tx, caller.environmentId, changed, checked)
  // Keeps a due fire time when only a step changes.
  const isOnTime = before.status === 'active' && isSameTrigger(before, changed)
  return isOnTime ? changed : { ...changed, nextFireAt: firstFire(checked.trigger, clock) }
}
