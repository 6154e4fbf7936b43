import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { exact } from '#time/moments.ts'
import { CancelButton } from './cancel-button.tsx'

/** When it starts, with a button to cancel it. */
export const ScheduledBar = ({ broadcast }: { broadcast: Broadcast }) => (
  <div className="card mb-4 flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
    <p className="min-w-0 grow basis-60">
      <span className="font-medium">{beginning(broadcast)}</span>{' '}
      <span className="text-soft">You can edit it until then. Changes are saved automatically.</span>
    </p>
    <CancelButton broadcast={broadcast} />
  </div>
)

function beginning({ scheduled_for, local_time, timezone }: Broadcast): string {
  if (local_time)
    return `Scheduled for ${local_time.replace('T', ' ')} in each recipient’s time zone, otherwise ${timezone}.`
  return scheduled_for ? `Scheduled for ${exact(scheduled_for)}.` : 'Scheduled.'
}
