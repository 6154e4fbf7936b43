import { faultOf } from '#api/failure.ts'
import { useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'
import { asLocalTime, lastLocalTime, momentOf } from '#time/local-time.ts'

/** The operation of each kind and the queries that show the time. */
const kinds = {
  email: { operation: 'rescheduleEmail' as const, renews: ['getEmail', 'getEmailWorkflow', 'listEmails'] as const },
  sms: { operation: 'rescheduleSms' as const, renews: ['getSms', 'listSms'] as const },
}

type Props = { kind: keyof typeof kinds; id: string; planned: string | null | undefined; onClose: () => void }

export function RescheduleDialog({ kind, id, planned, onClose }: Props) {
  const { operation, renews } = kinds[kind]
  const reschedule = useChange(operation, { done: 'Rescheduled.', renews: [...renews], isQuiet: true, onDone: onClose })
  const send = (value: (name: string) => string) => {
    const scheduled_for = momentOf(value('scheduled_for'), planned)
    if (scheduled_for) reschedule.mutate({ params: { id }, body: { scheduled_for } })
  }
  return (
    <FormDialog
      title="Reschedule"
      confirm="Reschedule"
      change={reschedule}
      fields={['scheduled_for']}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        key={planned}
        label="Send at"
        name="scheduled_for"
        type="datetime-local"
        required
        max={lastLocalTime}
        defaultValue={asLocalTime(planned ? new Date(planned) : new Date())}
        hint={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
        fault={faultOf(reschedule.error, 'scheduled_for')}
      />
    </FormDialog>
  )
}
