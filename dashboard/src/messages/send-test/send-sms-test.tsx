import { Send } from 'lucide-react'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'
import { TestSent } from './test-sent.tsx'

/** Sends a text message to your own phone. Hidden without permission to send. */
export function SendSmsTestButton() {
  const maySend = useMay('sms:send')
  const [isOpen, setOpen] = useState(false)
  if (!maySend) return null
  return (
    <>
      <Button icon={Send} isSmall onClick={() => setOpen(true)}>
        Send a test
      </Button>
      {isOpen && <SendSmsTestDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function SendSmsTestDialog({ onClose }: { onClose: () => void }) {
  const send = useChange('sendSms', { isOnce: true, renews: ['listSms', 'getAnalytics'], isQuiet: true })
  if (send.data) return <TestSent kind="sms" id={send.data.id} back="Done" onClose={onClose} />
  return (
    <FormDialog
      title="Send a test"
      confirm="Send test"
      change={send}
      fields={['to', 'from']}
      onSubmit={value =>
        send.mutate({
          body: { to: value('to').trim(), from: value('from').trim(), body: 'A test from Posthorn. It works.' },
        })
      }
      onClose={onClose}
    >
      <TextField
        label="To"
        name="to"
        type="tel"
        required
        placeholder="+14155552671"
        hint="Your phone number, with country code."
        fault={faultOf(send.error, 'to')}
      />
      <TextField
        label="From"
        name="from"
        required
        placeholder="+14155550100"
        hint="A number or sender name from your carrier account."
        fault={faultOf(send.error, 'from')}
      />
      <p className="text-sm text-soft">This sends a real message. Your carrier charges for it as usual.</p>
    </FormDialog>
  )
}
