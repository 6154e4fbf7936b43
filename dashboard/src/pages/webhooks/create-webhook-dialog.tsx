import { useNavigate } from '@tanstack/react-router'
import type { Input } from '#api/operation-types.ts'
import { useChange } from '#api/queries.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** Creates a webhook, then shows its secret once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useChange('createWebhook', { isOnce: true, renews: ['listWebhooks'], isQuiet: true })
  if (create.data)
    return (
      <SecretDialog
        title="Webhook created"
        secret={create.data.secret ?? ''}
        onClose={() => {
          onClose()
          navigate({ to: '/webhooks/$id', params: { id: create.data.id } })
        }}
      />
    )
  return (
    <WebhookDialog
      title="New webhook"
      confirm="Create webhook"
      change={create}
      // as: the choice offers only names that the contract knows
      onSubmit={body => create.mutate({ body: body as Input<'createWebhook'>['body'] })}
      onClose={onClose}
    />
  )
}
