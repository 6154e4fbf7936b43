import type { Email } from '@posthorn/contract/email'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
import { TextField } from '#form/inputs.tsx'
import { copyOf } from './copy-of.ts'
import { useParsedMail } from './parsed-mail.ts'

/** A new email with the same content. Sent with a key of its own, so that a second click sends no second copy. */
export function SendAgainDialog({ email, onClose }: { email: Email; onClose: () => void }) {
  const parsed = useParsedMail(email.id)
  const navigate = useNavigate()
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const send = useChange('sendEmail', {
    done: 'Sent again, as a new email.',
    renews: ['listEmails'],
    isQuiet: true,
    onDone: ({ id }) => {
      onClose()
      navigate({ to: '/emails/$id', params: { id } })
    },
  })
  const submit = (value: (name: string) => string) => {
    if (!parsed.data) return
    const to = value('to')
      .split(/[\s,;]+/)
      .filter(Boolean)
    send.mutate({ body: copyOf(email, parsed.data.mail, { to, subject: value('subject') }), idempotencyKey })
  }
  return (
    <Dialog
      title="Send again"
      onClose={onClose}
      footer={
        <Button tone="primary" type="submit" form="send-again" isBusy={send.isPending || parsed.isPending}>
          Send
        </Button>
      }
    >
      <Form id="send-again" onSubmit={submit}>
        <TextField
          label="To"
          name="to"
          required
          defaultValue={email.to.join(', ')}
          hint="Several addresses are separated by commas. Hidden copies are not sent again."
          fault={faultOf(send.error, 'to')}
        />
        <TextField
          label="Subject"
          name="subject"
          required
          defaultValue={email.subject}
          fault={faultOf(send.error, 'subject')}
        />
        <FormFailure error={send.error ?? parsed.error} fields={['to', 'subject']} />
      </Form>
    </Dialog>
  )
}
