import type { Key } from '@posthorn/contract/console/organizations'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Time } from '#time/time.tsx'

export function RevokeButton({ apiKey: { id, name, last_used_at } }: { apiKey: Key }) {
  const [isOpen, setOpen] = useState(false)
  const revoke = useChange('revokeKey', {
    // It also says when a setting of the server would restore the key.
    done: ({ message }) => message,
    renews: ['listKeys'],
    onDone: () => setOpen(false),
  })
  return (
    <div className="flex justify-end text-left">
      <Button isSmall tone="quiet" aria-label={`Revoke ${name}`} onClick={() => setOpen(true)}>
        Revoke
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Revoke “${name}”?`}
          confirm="Revoke key"
          isDangerous
          isBusy={revoke.isPending}
          onConfirm={() => revoke.mutate({ params: { id } })}
          onClose={() => setOpen(false)}
        >
          Requests with this key are refused immediately. This cannot be undone.{' '}
          {last_used_at ? (
            <>
              It was last used <Time at={last_used_at} />.
            </>
          ) : (
            'It was never used.'
          )}
        </ConfirmDialog>
      )}
    </div>
  )
}
