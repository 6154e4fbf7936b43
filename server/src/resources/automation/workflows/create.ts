import type { WorkflowCreate } from '@posthorn/contract/workflows/workflows'
import type { Caller } from '#core/caller.ts'
import { newId } from '#core/id.ts'
import { invalid } from '#core/refusal.ts'
import type { Tx } from '#postgres/database.ts'
import { type ActivationParts, checkContent, refuseTooManyActive } from './activation.ts'
import { refuseTwoTypes } from './given.ts'
import { insertWorkflow } from './store.ts'
import { firstFire, keepVersion, readClock } from './versions.ts'
import { applyContent, type Workflow } from './workflow.ts'

const nothing = { triggerType: null, triggerConfig: null, definition: null }

export async function createWorkflow(
  tx: Tx,
  caller: Caller,
  now: Date,
  asked: WorkflowCreate,
  parts: ActivationParts,
): Promise<Workflow> {
  const status = asked.status ?? 'draft'
  if (status === 'paused')
    throw invalid({ path: 'status', message: 'must be draft or active: there is nothing to pause yet' })
  refuseTwoTypes(asked, asked.trigger_config)
  const workflow: Workflow = {
    id: newId(now),
    name: asked.name,
    description: asked.description ?? null,
    status,
    ...applyContent(nothing, asked),
    version: 1,
    nextFireAt: null,
    createdAt: now,
    updatedAt: now,
  }
  if (status === 'draft') {
    await insertWorkflow(tx, caller.environmentId, workflow)
    return workflow
  }
  const clock = await readClock(tx, caller, now)
  await refuseTooManyActive(tx, caller)
  const checked = await checkContent(tx, caller, now, workflow, parts)
  const active = { ...workflow, nextFireAt: firstFire(checked.trigger, clock) }
  await insertWorkflow(tx, caller.environmentId, active)
  await keepVersion(tx, caller.environmentId, active, checked)
  return active
}
