/** A validated workflow trigger, and the data of it that a run keeps. */
import type { WorkflowTrigger } from '@posthorn/contract/workflows/definition'
import type { ChangingProperty, Reentry, TriggerType } from '@posthorn/contract/workflows/words'

/** Null means not set. */
export type PropertyValue = string | number | boolean | null

/** The default: `once`, but `after_finish` for schedules and events, because both recur. */
export const defaultReentry = (type: TriggerType): Reentry =>
  type === 'time_based' || type === 'event' ? 'after_finish' : 'once'

export type Trigger = WorkflowTrigger & { reentry: Reentry }

/** The object `trigger` in conditions and Liquid. Plain JSON, stored with the run. */
export type TriggerData = { fired_at: string } & (
  | { type: 'contact_created' }
  | { type: 'contact_property_changed'; property: ChangingProperty; from: PropertyValue; to: PropertyValue }
  | { type: 'contact_added_to_topic' | 'contact_removed_from_topic'; topic_id: string }
  | { type: 'event'; event: string; data: object }
  | { type: 'time_based'; topic_id?: string }
)
