import type { WorkflowStatus } from '@posthorn/contract/workflows/workflows'
import { invalid, Refusal } from '#core/refusal.ts'
import { type GivenContent, typeInside } from './workflow.ts'

/** Refuses two different trigger types, even in a draft: it would be unclear which one counts. */
export function refuseTwoTypes({ trigger_type: beside }: GivenContent, config: unknown): void {
  const inside = typeInside(config)
  if (beside === undefined || inside === undefined || beside === inside) return
  throw invalid({ path: 'trigger_type', message: 'must be the same as type in trigger_config, or left out' })
}

/** draft → active ⇄ paused. */
export function refuseTransition(before: WorkflowStatus, after: WorkflowStatus): void {
  if (after === 'draft' && before !== 'draft')
    throw new Refusal('invalid_state', { message: cannotBecomeDraft(before) })
  if (after === 'paused' && before === 'draft') throw new Refusal('invalid_state', { message: cannotPauseDraft })
}

const cannotBecomeDraft = (before: WorkflowStatus): string => {
  const advice = before === 'active' ? 'Pause it to change it' : 'Change it while it is paused'
  return `A workflow that has been active cannot become a draft again, because contacts may be in it. ${advice}, or create another one.`
}

const cannotPauseDraft = 'A draft cannot be paused: no contact is in it, and none enters until it is active.'
