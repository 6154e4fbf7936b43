import type { Broadcast, BroadcastPreview } from '@posthorn/contract/broadcasts/replies'
import type { BroadcastSend } from '@posthorn/contract/broadcasts/requests'
import { useChange } from '#api/queries.ts'
import { useIsCharged } from '#api/session.ts'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { Facts } from '#layout/facts.tsx'
import { count } from '#style/figures.ts'
import { exact } from '#time/moments.ts'
import { leftOut, recipients } from './reach.ts'
import { spanWords } from './span.ts'

type Props = {
  broadcast: Broadcast
  preview: BroadcastPreview
  send: BroadcastSend
  onClose: () => void
}

/** The confirmation before sending: to how many recipients, when, and at what cost. */
export function SendDialog({ broadcast, preview, send, onClose }: Props) {
  const isCharged = useIsCharged()
  const start = useChange('sendBroadcast', {
    done: ({ state }) => (state === 'scheduled' ? 'Broadcast scheduled.' : 'Broadcast is being sent.'),
    renews: ['getBroadcast', 'listBroadcasts'],
    isQuiet: true,
    onDone: onClose,
  })
  const isLater = send.scheduled_for !== undefined || send.local_time !== undefined
  const many = recipients(preview.recipients)
  const { pace, ab_test } = broadcast
  return (
    <ConfirmDialog
      title={isLater ? `Schedule for ${many}?` : `Send to ${many}?`}
      confirm={isLater ? `Schedule for ${many}` : `Send to ${many}`}
      isBusy={start.isPending}
      onConfirm={() => start.mutate({ params: { id: broadcast.id }, body: send })}
      onClose={onClose}
    >
      <div className="space-y-3">
        <Facts
          facts={[
            { name: 'Subject', value: preview.samples[0]?.subject ?? broadcast.subject },
            { name: 'From', value: broadcast.from },
            { name: 'When', value: whenOf(send) },
            {
              name: 'Pace',
              value: pace?.over ? `Over ${spanWords(pace.over)}` : pace?.per_hour && `${count(pace.per_hour)} per hour`,
            },
            {
              name: 'A/B test',
              value: ab_test && `${ab_test.share_percent} % of recipients, for ${spanWords(ab_test.wait)}`,
            },
            { name: 'Excluded', value: leftOut(broadcast.channel, preview.excluded).join(', ') },
            { name: 'Credits', value: isCharged ? count(preview.credits) : undefined },
          ]}
        />
        <p>
          {isLater
            ? 'You can change or cancel it until then. The recipients are determined again when it is sent.'
            : 'You can pause or cancel it while it is sending. Messages already sent cannot be recalled.'}
        </p>
        <FormFailure error={start.error} />
      </div>
    </ConfirmDialog>
  )
}

function whenOf({ scheduled_for, local_time, timezone }: BroadcastSend): string {
  if (local_time) return `${local_time.replace('T', ' ')} in each recipient’s time zone, otherwise ${timezone}`
  return scheduled_for ? exact(scheduled_for) : 'Now'
}
