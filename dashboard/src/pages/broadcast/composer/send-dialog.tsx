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

/** The one question before many get something: to how many, when, and at what price. */
export function SendDialog({ broadcast, preview, send, onClose }: Props) {
  const isCharged = useIsCharged()
  const start = useChange('sendBroadcast', {
    done: ({ state }) => (state === 'scheduled' ? 'It is scheduled.' : 'It is on its way.'),
    renews: ['getBroadcast', 'listBroadcasts'],
    isQuiet: true,
    onDone: onClose,
  })
  const isLater = send.scheduled_for !== undefined || send.local_time !== undefined
  const many = recipients(preview.recipients)
  const { pace, ab_test } = broadcast
  return (
    <ConfirmDialog
      title={isLater ? `Schedule it for ${many}?` : `Send it to ${many}?`}
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
            { name: 'A/B test', value: ab_test && `With ${ab_test.share_percent} %, for ${spanWords(ab_test.wait)}` },
            { name: 'Left out', value: leftOut(broadcast.channel, preview.excluded).join(', ') },
            { name: 'Credits', value: isCharged ? count(preview.credits) : undefined },
          ]}
        />
        <p>
          {isLater
            ? 'Until then it can be changed and canceled. Who gets it is looked at again when it is sent.'
            : 'It can be paused and canceled on the way. What has left cannot be taken back.'}
        </p>
        <FormFailure error={start.error} />
      </div>
    </ConfirmDialog>
  )
}

function whenOf({ scheduled_for, local_time, timezone }: BroadcastSend): string {
  if (local_time) return `${local_time.replace('T', ' ')} on each recipient’s clock, else in ${timezone}`
  return scheduled_for ? exact(scheduled_for) : 'Now'
}
