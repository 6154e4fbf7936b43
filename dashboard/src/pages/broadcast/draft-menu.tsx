import type { Broadcast } from '@posthorn/contract/broadcasts/replies'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { buttonLook } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Menu, MenuItem } from '#menu/menu.tsx'

/** More actions for a broadcast that has not started. */
export function DraftMenu({ broadcast: { id, name } }: { broadcast: Broadcast }) {
  const [isDeleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const remove = useChange('deleteBroadcast', {
    done: 'Broadcast deleted.',
    renews: ['listBroadcasts'],
    // Unsaved changes on the page are no longer needed.
    onDone: () => navigate({ to: '/broadcasts', ignoreBlocker: true }),
  })
  return (
    <>
      <Menu label="More actions" align="right" className={buttonLook({})} button={<Ellipsis className="size-4" />}>
        <MenuItem isDangerous icon={<Trash2 aria-hidden className="size-4" />} onChoose={() => setDeleting(true)}>
          Delete
        </MenuItem>
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          confirm="Delete broadcast"
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id } })}
          onClose={() => setDeleting(false)}
        >
          Its content is deleted too. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}
