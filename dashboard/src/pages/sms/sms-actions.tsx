import type { Sms } from '@posthorn/contract/messages/sms'
import { CalendarClock, Send, X } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { RescheduleDialog } from '#messages/reschedule-dialog.tsx'
import { SmsSendAgainDialog } from './sms-send-again-dialog.tsx'

/** What can still be done with a text message of ours, for those who may. */
export function SmsActions({ sms }: { sms: Sms }) {
  const [open, setOpen] = useState<'cancel' | 'reschedule' | 'again'>()
  const close = () => setOpen(undefined)
  if (!useMay('sms:send')) return null
  return (
    <>
      {sms.status === 'scheduled' ? (
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
      {open === 'cancel' && <CancelDialog id={sms.id} onClose={close} />}
      {open === 'reschedule' && <RescheduleDialog kind="sms" id={sms.id} planned={sms.scheduled_for} onClose={close} />}
      {open === 'again' && <SmsSendAgainDialog sms={sms} onClose={close} />}
    </>
  )
}

function CancelDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const cancel = useChange('cancelSms', {
    done: 'Canceled: it never leaves.',
    renews: ['getSms', 'listSms'],
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title="Cancel this message?"
      confirm="Cancel message"
      isDangerous
      isBusy={cancel.isPending}
      onConfirm={() => cancel.mutate({ params: { id } })}
      onClose={onClose}
    >
      It will never be sent. This cannot be undone, but you can send it again as a new one.
    </ConfirmDialog>
  )
}
