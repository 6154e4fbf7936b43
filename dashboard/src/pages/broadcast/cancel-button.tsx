import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { count } from '#style/figures.ts'
import { progressOf } from '../broadcasts/progress.ts'

/** Stops it for good. */
export function CancelButton({ broadcast }: { broadcast: Broadcast }) {
  const mayWrite = useMay('broadcasts:write')
  const [isAsking, setAsking] = useState(false)
  const cancel = useChange('cancelBroadcast', {
    done: 'Canceled: nothing more leaves.',
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
          confirm="Cancel for good"
          isDangerous
          isBusy={cancel.isPending}
          onConfirm={() => cancel.mutate({ params: { id: broadcast.id } })}
          onClose={() => setAsking(false)}
        >
          {done > 0
            ? `${count(done)} have left and cannot be taken back. The others get nothing, and are not charged.`
            : 'Nobody gets it, and nothing is charged.'}{' '}
          It cannot be sent again afterwards.
        </ConfirmDialog>
      )}
    </>
  )
}
