/** What became of emails to a contact, by the names under which `contact_events` has it. No event of a tenant has a colon in its name. */
import type { Activity } from '@posthorn/contract/segments/filter-words'

export const activityName = {
  opened: 'email:opened',
  clicked: 'email:clicked',
  bounced: 'email:bounced',
  complained: 'email:complained',
} as const satisfies Record<Activity, string>
