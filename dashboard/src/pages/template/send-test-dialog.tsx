import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { lastSender } from '#messages/send-test/last-sender.ts'
import { envelopeFields, TestEnvelope } from '#messages/send-test/test-envelope.tsx'
import { TestSent } from '#messages/send-test/test-sent.tsx'

export type Mail = { subject: string; html?: string | undefined; text?: string | undefined }

/** Sends exactly what the preview shows, even a draft. */
export function SendTestDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const send = useChange('sendEmail', { isOnce: true, renews: ['listEmails'], isQuiet: true })
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
    })
  }
  if (send.data) return <TestSent id={send.data.id} back="Back to template" onClose={onClose} />
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
        The test has exactly what the preview shows. Unsubscribe links do not work in a test.
      </p>
    </FormDialog>
  )
}
