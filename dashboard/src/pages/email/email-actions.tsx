import type { Email } from '@posthorn/contract/email-replies'
import { CalendarClock, Send, X } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { RescheduleDialog } from './reschedule-dialog.tsx'
import { SendAgainDialog } from './send-again-dialog.tsx'

/** What can still be done with an email, for those who may. */
export function EmailActions({ email }: { email: Email }) {
  const maySend = useMay('emails:send')
  const [open, setOpen] = useState<'cancel' | 'reschedule' | 'again'>()
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
        <Button icon={Send} onClick={() => setOpen('again')}>
          Send again
        </Button>
      )}
      {open === 'cancel' && <CancelDialog id={email.id} onClose={close} />}
      {open === 'reschedule' && <RescheduleDialog id={email.id} onClose={close} />}
      {open === 'again' && <SendAgainDialog email={email} onClose={close} />}
    </>
  )
}

function CancelDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cancel = useChange('cancelEmail', {
    done: 'Canceled: no copy leaves.',
    renews: ['getEmail', 'listEmails'],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title="Cancel this email?"
      confirm="Cancel email"
      isDangerous
      isBusy={cancel.isPending}
      onConfirm={() => cancel.mutate({ params: { id } })}
      onClose={onClose}
    >
      It will never be sent. This cannot be undone, but you can send it again as a new one.
    </ConfirmDialog>
  )
}
