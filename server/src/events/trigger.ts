/** What starts a run, once it has been checked, and what a run remembers of it. */
import type { WorkflowTrigger } from '@posthorn/contract/workflows/definition'
import type { ChangingProperty, Reentry, TriggerType } from '@posthorn/contract/workflows/words'

/** Null stands for what is not set. */
export type PropertyValue = string | number | boolean | null

/**
 * `once` unless it is said – but `after_finish` for a schedule and for events: both come again and again.
 */
export const usualReentry = (type: TriggerType): Reentry =>
  type === 'time_based' || type === 'event' ? 'after_finish' : 'once'

export type Trigger = WorkflowTrigger & { reentry: Reentry }

/** What conditions and Liquid know as trigger.…; plain JSON, kept with the run. */
export type TriggerData = { fired_at: string } & (
  | { type: 'contact_created' }
  | { type: 'contact_property_changed'; property: ChangingProperty; from: PropertyValue; to: PropertyValue }
  | { type: 'contact_added_to_topic' | 'contact_removed_from_topic'; topic_id: string }
  | { type: 'event'; event: string; data: object }
  | { type: 'time_based'; topic_id?: string }
)
