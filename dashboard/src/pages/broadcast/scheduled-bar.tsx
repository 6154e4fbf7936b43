import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { exact } from '#time/moments.ts'
import { CancelButton } from './cancel-button.tsx'

/** When it begins, and the way to call it off. */
export const ScheduledBar = ({ broadcast }: { broadcast: Broadcast }) => (
  <div className="card mb-4 flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
    <p className="min-w-0 grow basis-60">
      <span className="font-medium">{beginning(broadcast)}</span>{' '}
      <span className="text-soft">Until then it can be changed; what you change is saved at once.</span>
    </p>
    <CancelButton broadcast={broadcast} />
  </div>
)

function beginning({ scheduled_for, local_time, timezone }: Broadcast): string {
  if (local_time) return `It leaves at ${local_time.replace('T', ' ')} on each recipient’s clock, else in ${timezone}.`
  return scheduled_for ? `It leaves on ${exact(scheduled_for)}.` : 'It is scheduled.'
}
