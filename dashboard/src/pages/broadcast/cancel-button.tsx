import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { counted } from '#style/figures.ts'
import { progressOf } from '../broadcasts/progress.ts'

/** Cancels a broadcast, which cannot be undone. */
export function CancelButton({ broadcast }: { broadcast: Broadcast }) {
  const mayWrite = useMay('broadcasts:write')
  const [isAsking, setAsking] = useState(false)
  const cancel = useChange('cancelBroadcast', {
    done: 'Broadcast canceled. Nothing more will be sent.',
    renews: ['getBroadcast', 'listBroadcasts'],
    onDone: () => setAsking(false),
  })
  if (!mayWrite) return null
  const { done } = progressOf(broadcast)
  return (
    <>
      <Button tone="danger" icon={CircleX} onClick={() => setAsking(true)}>
        Cancel
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Cancel “${broadcast.name}”?`}
          confirm="Cancel broadcast"
          dismiss="Keep broadcast"
          isDangerous
          isBusy={cancel.isPending}
          onConfirm={() => cancel.mutate({ params: { id: broadcast.id } })}
          onClose={() => setAsking(false)}
        >
          {done > 0
            ? `${counted(done, 'message')} ${done === 1 ? 'has' : 'have'} been sent and cannot be recalled. The rest are not sent and not charged.`
            : 'Nothing is sent and nothing is charged.'}{' '}
          You cannot send this broadcast again afterwards.
        </ConfirmDialog>
      )}
    </>
  )
}
