import type { WorkflowStatus } from '@posthorn/contract/workflows/workflows'
import { invalid, Refusal } from '#core/refusal.ts'
import { type GivenContent, typeInside } from './workflow.ts'

/** Refuses two names for what starts a run, even in a draft: nobody would know which one counts. */
export function refuseTwoTypes({ trigger_type: beside }: GivenContent, config: unknown): void {
  const inside = typeInside(config)
  if (beside === undefined || inside === undefined || beside === inside) return
  throw invalid({ path: 'trigger_type', message: 'must be the same as type in trigger_config, or left out' })
}

/** draft → active ⇄ paused. */
export function refuseWayBack(before: WorkflowStatus, after: WorkflowStatus): void {
  if (after === 'draft' && before !== 'draft') throw new Refusal('invalid_state', { message: noDraft(before) })
  if (after === 'paused' && before === 'draft') throw new Refusal('invalid_state', { message: nobodyInside })
}

const noDraft = (before: WorkflowStatus): string => {
  const advice = before === 'active' ? 'Pause it to change it in peace' : 'Change it while it is paused'
  return `A workflow that has been active does not become a draft again, because contacts may be inside. ${advice}, or create another one.`
}

const nobodyInside = 'A draft cannot be paused: nobody is inside, and nobody comes in until it is active.'
