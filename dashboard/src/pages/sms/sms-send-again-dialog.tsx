import type { Sms } from '@posthorn/contract/messages/sms'
import { useNavigate } from '@tanstack/react-router'
import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextAreaField, TextField } from '#form/inputs.tsx'

/** Sends a new message with the same text. An idempotency key keeps a second click from sending a second copy. */
export function SmsSendAgainDialog({ sms, onClose }: { sms: Sms; onClose: () => void }) {
  const navigate = useNavigate()
  const send = useChange('sendSms', {
    isOnce: true,
    done: 'Sent again as a new message.',
    renews: ['listSms'],
    isQuiet: true,
    onDone: ({ id }) => {
      onClose()
      navigate({ to: '/sms/$id', params: { id } })
    },
  })
  const submit = (value: (name: string) => string) => {
    const media = sms.media_urls.length > 0 ? { media_urls: sms.media_urls } : {}
    send.mutate({ body: { from: sms.from, to: value('to').trim(), body: value('body'), ...media } })
  }
  return (
    <FormDialog
      title="Send again"
      confirm="Send"
      change={send}
      fields={['to', 'body']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="To" name="to" type="tel" required defaultValue={sms.to} fault={faultOf(send.error, 'to')} />
      <TextAreaField label="Text" name="body" defaultValue={sms.body} fault={faultOf(send.error, 'body')} />
    </FormDialog>
  )
}
