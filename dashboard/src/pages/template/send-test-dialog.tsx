import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { lastSender } from './last-sender.ts'
import { envelopeFields, TestEnvelope } from './test-envelope.tsx'

export type Mail = { subject: string; html?: string | undefined; text?: string | undefined }

/** Sends exactly what the preview shows, a draft too. */
export function SendTestDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const send = useChange('sendEmail', { renews: ['listEmails'], isQuiet: true })
  const submit = (value: (name: string) => string) => {
    lastSender.keep(value('from'))
    const { subject, html, text } = mail
    send.mutate({
      body: {
        from: value('from'),
        to: value('to'),
        subject,
        tags: ['template-test'],
        ...(html !== undefined && { html }),
        ...(text !== undefined && { text }),
      },
      idempotencyKey,
    })
  }
  if (send.data) return <Sent id={send.data.id} onClose={onClose} />
  return (
    <FormDialog
      title="Send a test"
      confirm="Send test"
      change={send}
      fields={envelopeFields}
      onSubmit={submit}
      onClose={onClose}
    >
      <TestEnvelope error={send.error} />
      <p className="text-sm text-soft">
        It says just what the preview shows, with its values. Links to unsubscribe lead nowhere in a test.
      </p>
    </FormDialog>
  )
}

const Sent = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <Dialog
    title="The test is on its way"
    onClose={onClose}
    footer={
      <Button tone="primary" onClick={onClose}>
        Back to the template
      </Button>
    }
  >
    <p className="text-soft">
      <Link to="/emails/$id" params={{ id }} className="text-accent underline">
        See what happens to it
      </Link>
      , or look into the inbox if messages are captured.
    </p>
  </Dialog>
)
