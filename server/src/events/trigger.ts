/** What starts a run, once it has been checked, and what a run remembers of it. */
import type { TriggerType } from '@posthorn/contract/workflows'

/** The properties of a contact that can change. */
export const changingProperties = ['first_name', 'last_name', 'email_subscribed', 'sms_subscribed'] as const
export type ChangingProperty = (typeof changingProperties)[number]

/** Null stands for a name that is not set. */
export type PropertyValue = string | boolean | null

/** once: a contact comes in a single time, ever. after_finish: again, but never twice at the same time. */
export const reentryRules = ['once', 'after_finish'] as const
export type Reentry = (typeof reentryRules)[number]

/**
 * `once` unless it is said – but `after_finish` for a schedule: one that takes everybody in a single time would be none.
 */
export const usualReentry = (type: TriggerType): Reentry => (type === 'time_based' ? 'after_finish' : 'once')

export type Trigger = { reentry: Reentry } & (
  | { type: 'contact_created' }
  /** Without from and to: any change of the property. */
  | { type: 'contact_property_changed'; property: ChangingProperty; from?: PropertyValue; to?: PropertyValue }
  /** Without topic_id: any topic. */
  | { type: 'contact_added_to_topic' | 'contact_removed_from_topic'; topic_id?: string }
  /** Five fields, in the zone's time; over all contacts, or those of one topic. */
  | { type: 'time_based'; cron: string; timezone: string; topic_id?: string }
)

/** What conditions and Liquid know as trigger.…; plain JSON, kept with the run. */
export type TriggerData = { fired_at: string } & (
  | { type: 'contact_created' }
  | { type: 'contact_property_changed'; property: ChangingProperty; from: PropertyValue; to: PropertyValue }
  | { type: 'contact_added_to_topic' | 'contact_removed_from_topic'; topic_id: string }
  | { type: 'time_based'; topic_id?: string }
)
