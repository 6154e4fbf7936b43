import type { Suppression } from '@posthorn/contract/audience/suppressions'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'

const warnings: Partial<Record<Suppression['reason'], string>> = {
  hard_bounce: 'This mailbox did not exist. Sending to it again can harm your reputation.',
  complaint: 'This recipient reported your email as spam. Send again only if they asked you to.',
  unsubscribe: 'This recipient asked for no more email. Send again only if they changed their mind.',
}

export function RemoveButton({ suppression }: { suppression: Suppression }) {
  const [isOpen, setOpen] = useState(false)
  const address = suppression.email ?? 'the erased address'
  const remove = useChange('deleteSuppression', {
    done: suppression.email ? `${suppression.email} can receive email again.` : 'The address can receive email again.',
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
          title={`Remove ${address} from the list?`}
          confirm="Remove from list"
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: suppression.id } })}
          onClose={() => setOpen(false)}
        >
          {warnings[suppression.reason] ?? 'Email to this address will be sent again.'}
        </ConfirmDialog>
      )}
    </div>
  )
}
