import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { SelectField } from '#form/inputs.tsx'
import { lastSender } from '#messages/send-test/last-sender.ts'
import { envelopeFields, TestEnvelope } from '#messages/send-test/test-envelope.tsx'
import { PreflightReport } from '#preflight/preflight-report.tsx'
import type { Mail } from './send-test-dialog.tsx'

const streams = [
  { value: 'transactional', label: 'Transactional (receipts, password resets)' },
  { value: 'broadcast', label: 'Broadcast (newsletters, with unsubscribe link)' },
] as const

/** Runs preflight on what the preview shows, without sending it. */
export function PreflightDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const look = useChange('preflightEmail', { isQuiet: true })
  const submit = (value: (name: string) => string) => {
    lastSender.keep(value('from'))
    const { subject, html, text } = mail
    look.mutate({
      body: {
        from: value('from'),
        to: value('to'),
        subject,
        message_stream: value('stream') === 'broadcast' ? 'broadcast' : 'transactional',
        ...(html !== undefined && { html }),
        ...(text !== undefined && { text }),
      },
    })
  }
  if (look.data)
    return (
      <Dialog
        isWide
        title="Preflight"
        onClose={onClose}
        footer={
          <>
            <Button onClick={() => look.reset()}>Run again</Button>
            <Button tone="primary" onClick={onClose}>
              Back to template
            </Button>
          </>
        }
      >
        <PreflightReport report={look.data} />
      </Dialog>
    )
  return (
    <FormDialog
      title="Preflight"
      confirm="Run preflight"
      change={look}
      fields={envelopeFields}
      onSubmit={submit}
      onClose={onClose}
    >
      <TestEnvelope error={look.error} />
      <SelectField label="Stream" name="stream" options={streams} />
      <p className="text-sm text-soft">Nothing is sent. Preflight checks exactly what the preview shows.</p>
    </FormDialog>
  )
}
