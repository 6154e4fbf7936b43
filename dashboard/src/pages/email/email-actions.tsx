import type { Email } from '@posthorn/contract/messages/email-replies'
import { useNavigate } from '@tanstack/react-router'
import { CalendarClock, Send, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { CancelDialog } from '#messages/cancel-dialog.tsx'
import { RescheduleDialog } from '#messages/reschedule-dialog.tsx'
import { SendAgainDialog } from './send-again-dialog.tsx'

/** The actions that the email's status and the role allow. */
export function EmailActions({ email }: { email: Email }) {
  const [maySend, mayDelete] = [useMay('emails:send'), useMay('emails:delete')]
  const [open, setOpen] = useState<'cancel' | 'reschedule' | 'again' | 'delete'>()
  const isOpen = ['scheduled', 'processing', 'delivery_delayed'].includes(email.status)
  const close = () => setOpen(undefined)
  if (!maySend) return null
  return (
    <>
      {email.status === 'scheduled' ? (
        <>
          <Button icon={X} onClick={() => setOpen('cancel')}>
            Cancel
          </Button>
          <Button icon={CalendarClock} onClick={() => setOpen('reschedule')}>
            Reschedule
          </Button>
        </>
      ) : (
        !email.content_deleted && (
          <Button icon={Send} onClick={() => setOpen('again')}>
            Send again
          </Button>
        )
      )}
      {mayDelete && !isOpen && (
        <Button icon={Trash2} onClick={() => setOpen('delete')}>
          Delete
        </Button>
      )}
      {open === 'cancel' && <CancelDialog kind="email" id={email.id} onClose={close} />}
      {open === 'reschedule' && (
        <RescheduleDialog kind="email" id={email.id} planned={email.scheduled_for} onClose={close} />
      )}
      {open === 'again' && <SendAgainDialog email={email} onClose={close} />}
      {open === 'delete' && <DeleteDialog id={email.id} onClose={close} />}
    </>
  )
}

function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useChange('deleteEmail', {
    done: 'Email deleted.',
    renews: ['listEmails'],
    onDone: () => navigate({ to: '/emails' }),
  })
  return (
    <ConfirmDialog
      title="Delete this email?"
      confirm="Delete email"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      Its content, recipients and events are deleted permanently. Analytics and credits do not change.
    </ConfirmDialog>
  )
}
