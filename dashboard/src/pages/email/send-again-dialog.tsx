import type { Email } from '@posthorn/contract/messages/email-replies'
import { useNavigate } from '@tanstack/react-router'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'
import { copyOf } from './copy-of.ts'
import { useParsedMail } from './parsed-mail.ts'

/** Sends a new email with the same content. An idempotency key keeps a second click from sending a second copy. */
export function SendAgainDialog({ email, onClose }: { email: Email; onClose: () => void }) {
  const parsed = useParsedMail(email.id)
  const navigate = useNavigate()
  const send = useChange('sendEmail', {
    isOnce: true,
    done: 'Sent again as a new email.',
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
    send.mutate({ body: copyOf(email, parsed.data.mail, { to, subject: value('subject') }) })
  }
  return (
    <FormDialog
      title="Send again"
      confirm="Send"
      change={{ isPending: send.isPending || parsed.isPending, error: send.error ?? parsed.error }}
      fields={['to', 'subject']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="To"
        name="to"
        required
        defaultValue={email.to.join(', ')}
        hint="Separate several addresses with commas. Bcc copies are not sent again."
        fault={faultOf(send.error, 'to')}
      />
      <TextField
        label="Subject"
        name="subject"
        required
        defaultValue={email.subject}
        fault={faultOf(send.error, 'subject')}
      />
    </FormDialog>
  )
}
