import type { Webhook } from '@posthorn/contract/webhooks'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Play, RotateCcw, Zap } from 'lucide-react'
import { useState } from 'react'
import { useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button, buttonLook } from '#button/button.tsx'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLine } from '#menu/menu.tsx'
import { toast } from '#toast/toasts.ts'
import { SecretDialog } from '../webhooks/secret-dialog.tsx'
import { EditWebhookDialog } from './edit-webhook-dialog.tsx'
import { ReplayDialog } from './replay-dialog.tsx'

type Open = 'edit' | 'replay' | 'rotate' | 'delete' | undefined

/** The actions of a webhook. Hidden without permission to change it. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const mayWrite = useMay('webhooks:write')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const isActive = webhook.status === 'active'
  const params = { id: webhook.id }
  const test = useChange('testWebhook', {
    renews: ['listWebhookDeliveries', 'getWebhook'],
    onDone: ({ message }) => toast(message),
  })
  const pause = useChange('updateWebhook', {
    done: isActive ? 'Webhook paused.' : 'Webhook resumed.',
    renews: ['getWebhook', 'listWebhooks'],
  })
  if (!mayWrite) return null
  return (
    <>
      <Button icon={Zap} isBusy={test.isPending} onClick={() => test.mutate({ params })}>
        Send a test
      </Button>
      {isActive && (
        <Button icon={RotateCcw} onClick={() => setOpen('replay')}>
          Replay
        </Button>
      )}
      <Button icon={Pencil} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Menu label="More actions" align="right" className={buttonLook({})} button={<Ellipsis className="size-4" />}>
        <MenuItem
          icon={<Play aria-hidden className="size-4" />}
          onChoose={() => pause.mutate({ params, body: { status: isActive ? 'inactive' : 'active' } })}
        >
          {isActive ? 'Pause' : 'Resume'}
        </MenuItem>
        <MenuItem icon={<RotateCcw aria-hidden className="size-4" />} onChoose={() => setOpen('rotate')}>
          Rotate secret
        </MenuItem>
        <MenuLine />
        <MenuItem isDangerous onChoose={() => setOpen('delete')}>
          Delete webhook
        </MenuItem>
      </Menu>
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateDialog id={webhook.id} onClose={close} />}
      {open === 'delete' && <DeleteDialog id={webhook.id} onClose={close} />}
    </>
  )
}

type DialogProps = { id: string; onClose: () => void }

function RotateDialog({ id, onClose }: DialogProps) {
  const rotate = useChange('rotateWebhookSecret', { renews: ['getWebhook'] })
  if (rotate.data)
    return (
      <SecretDialog title="New signing secret" secret={rotate.data.secret ?? ''} onClose={onClose}>
        <p className="text-soft">
          For 24 hours each delivery is signed with both the old and the new secret, so no delivery is lost while you
          switch.
        </p>
      </SecretDialog>
    )
  return (
    <ConfirmDialog
      title="Rotate the secret?"
      confirm="Rotate secret"
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate({ params: { id } })}
      onClose={onClose}
    >
      You get a new signing secret. The old one stays valid for 24 hours.
    </ConfirmDialog>
  )
}

function DeleteDialog({ id, onClose }: DialogProps) {
  const navigate = useNavigate()
  const remove = useChange('deleteWebhook', {
    done: 'Webhook deleted.',
    renews: ['listWebhooks'],
    onDone: () => navigate({ to: '/webhooks' }),
  })
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      confirm="Delete webhook"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      Pending deliveries are dropped and its history is deleted. This cannot be undone.
    </ConfirmDialog>
  )
}
