import type { Webhook } from '@posthorn/contract/webhooks'
import type { Input } from '#api/operation-types.ts'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { WebhookFields } from '../webhooks/webhook-fields.tsx'

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const save = useChange('updateWebhook', {
    done: 'Saved.',
    renews: ['getWebhook', 'listWebhooks'],
    isQuiet: true,
    onDone: onClose,
  })
  return (
    <Dialog
      title="Edit webhook"
      isWide
      onClose={onClose}
      footer={
        <Button tone="primary" type="submit" form="edit-webhook" isBusy={save.isPending}>
          Save
        </Button>
      }
    >
      <WebhookFields
        id="edit-webhook"
        webhook={webhook}
        error={save.error}
        onSubmit={body =>
          // as: the choice offers only names that the contract knows
          save.mutate({ params: { id: webhook.id }, body: body as Input<'updateWebhook'>['body'] })
        }
      />
    </Dialog>
  )
}
