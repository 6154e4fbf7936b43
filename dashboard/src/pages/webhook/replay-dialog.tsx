import type { Webhook } from '@posthorn/contract/webhooks'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { SelectField } from '#form/inputs.tsx'

const hour = 3_600_000
const ages = [
  { value: String(hour), label: 'The last hour' },
  { value: String(24 * hour), label: 'The last 24 hours' },
  { value: String(7 * 24 * hour), label: 'The last 7 days' },
  { value: String(30 * 24 * hour), label: 'The last 30 days' },
]

/** Sends undelivered events again. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [age, setAge] = useState(String(24 * hour))
  const replay = useChange('replayWebhook', {
    done: ({ message }) => message,
    renews: ['listWebhookDeliveries', 'getWebhook'],
    isQuiet: true,
    onDone: onClose,
  })
  const send = () =>
    replay.mutate({
      params: { id: webhook.id },
      body: { since: new Date(Date.now() - Number(age)).toISOString() },
    })
  return (
    <Dialog
      title="Replay failed deliveries"
      onClose={onClose}
      footer={
        <Button tone="primary" isBusy={replay.isPending} onClick={send}>
          Replay
        </Button>
      }
    >
      <div className="space-y-4">
        <p className="text-soft">
          Every event that has not been delivered is sent again at once, with the same webhook-id and a new series of
          attempts.
        </p>
        <SelectField label="Events from" options={ages} value={age} onChange={({ target }) => setAge(target.value)} />
        <FormFailure error={replay.error} />
      </div>
    </Dialog>
  )
}
