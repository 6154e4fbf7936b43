import type { Webhook } from '@posthorn/contract/webhooks'
import type { Input } from '#api/operation-types.ts'
import { useChange } from '#api/queries.ts'
import { WebhookDialog } from '../webhooks/webhook-dialog.tsx'

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const save = useChange('updateWebhook', {
    done: 'Saved.',
    renews: ['getWebhook', 'listWebhooks'],
    isQuiet: true,
    onDone: onClose,
  })
  return (
    <WebhookDialog
      title="Edit webhook"
      confirm="Save"
      webhook={webhook}
      change={save}
      onSubmit={body =>
        // as: the choice offers only names that the contract knows
        save.mutate({ params: { id: webhook.id }, body: body as Input<'updateWebhook'>['body'] })
      }
      onClose={onClose}
    />
  )
}
