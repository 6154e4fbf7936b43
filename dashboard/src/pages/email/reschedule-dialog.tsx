import { faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { Form } from '#form/form.tsx'
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
    <Dialog
      title="Reschedule"
      onClose={onClose}
      footer={
        <Button tone="primary" type="submit" form="reschedule" isBusy={reschedule.isPending}>
          Reschedule
        </Button>
      }
    >
      <Form id="reschedule" onSubmit={send}>
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
        <FormFailure error={reschedule.error} fields={['scheduled_for']} />
      </Form>
    </Dialog>
  )
}

/** As the browser's own field writes it: local time without a zone. */
function localInput(at: string): string {
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
