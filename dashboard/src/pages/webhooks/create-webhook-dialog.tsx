import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Input } from '#api/operation-types.ts'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookFields } from './webhook-fields.tsx'

/** Makes a webhook, then shows its secret, this once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const navigate = useNavigate()
  const create = useChange('createWebhook', { renews: ['listWebhooks'], isQuiet: true })
  if (create.data)
    return (
      <SecretDialog
        title="The webhook is ready"
        secret={create.data.secret ?? ''}
        onClose={() => {
          onClose()
          navigate({ to: '/webhooks/$id', params: { id: create.data.id } })
        }}
      />
    )
  return (
    <Dialog
      title="New webhook"
      isWide
      onClose={onClose}
      footer={
        <Button tone="primary" type="submit" form="create-webhook" isBusy={create.isPending}>
          Create webhook
        </Button>
      }
    >
      <WebhookFields
        id="create-webhook"
        error={create.error}
        // as: the choice offers only names that the contract knows
        onSubmit={body => create.mutate({ body: body as Input<'createWebhook'>['body'], idempotencyKey })}
      />
    </Dialog>
  )
}
