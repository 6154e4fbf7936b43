import { faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'

export function RescheduleDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const planned = useCall('getEmailWorkflow', { params: { id } }).data?.jobStatus.nextAttemptAt
  const reschedule = useChange('rescheduleEmail', {
    done: 'Rescheduled.',
    renews: ['getEmail', 'getEmailWorkflow', 'listEmails'],
    isQuiet: true,
    onDone: onClose,
  })
  const send = (value: (name: string) => string) =>
    reschedule.mutate({ params: { id }, body: { scheduled_for: new Date(value('scheduled_for')).toISOString() } })
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
        label="Leaves at"
        name="scheduled_for"
        type="datetime-local"
        required
        defaultValue={localInput(planned ?? new Date().toISOString())}
        hint={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
        fault={faultOf(reschedule.error, 'scheduled_for')}
      />
    </FormDialog>
  )
}

/** As the browser's own field writes it: local time without a zone. */
function localInput(at: string): string {
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
