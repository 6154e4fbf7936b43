/** Email activity of a contact, by event names in `contact_events`. Custom events cannot have a colon in their name. */
import type { Activity } from '@posthorn/contract/segments/filter-words'

export const activityName = {
  opened: 'email:opened',
  clicked: 'email:clicked',
  bounced: 'email:bounced',
  complained: 'email:complained',
} as const satisfies Record<Activity, string>
