import type { Suppression } from '@posthorn/contract/audience/suppressions'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'

const warnings: Partial<Record<Suppression['reason'], string>> = {
  hard_bounce: 'This mailbox did not exist. Writing to it again may harm your reputation.',
  complaint: 'Somebody there called an email of yours spam. Write again only if they asked you to.',
  unsubscribe: 'Somebody there asked not to be written to. Write again only if they changed their mind.',
}

export function RemoveButton({ suppression }: { suppression: Suppression }) {
  const [isOpen, setOpen] = useState(false)
  const address = suppression.email ?? 'somebody who was erased'
  const remove = useChange('deleteSuppression', {
    done: suppression.email ? `${suppression.email} can be written to again.` : 'The address can be written to again.',
    renews: ['listSuppressions'],
    onDone: () => setOpen(false),
  })
  return (
    <div className="flex justify-end text-left">
      <Button isSmall tone="quiet" aria-label={`Remove ${address}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Write to ${address} again?`}
          confirm="Remove from the list"
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: suppression.id } })}
          onClose={() => setOpen(false)}
        >
          {warnings[suppression.reason] ?? 'From now on email is sent to this address.'}
        </ConfirmDialog>
      )}
    </div>
  )
}
