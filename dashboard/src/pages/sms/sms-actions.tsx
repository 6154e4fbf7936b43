import type { Sms } from '@posthorn/contract/messages/sms'
import { CalendarClock, Send, X } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { CancelDialog } from '#messages/cancel-dialog.tsx'
import { RescheduleDialog } from '#messages/reschedule-dialog.tsx'
import { SmsSendAgainDialog } from './sms-send-again-dialog.tsx'

/** The actions that the status of an outbound text message and the role allow. */
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
      {open === 'cancel' && <CancelDialog kind="sms" id={sms.id} onClose={close} />}
      {open === 'reschedule' && <RescheduleDialog kind="sms" id={sms.id} planned={sms.scheduled_for} onClose={close} />}
      {open === 'again' && <SmsSendAgainDialog sms={sms} onClose={close} />}
    </>
  )
}
