import type { Webhook } from '@posthorn/contract/webhooks'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { FormDialog } from '#form/form-dialog.tsx'
import { TextField } from '#form/inputs.tsx'
import { EventChoice } from './event-choice.tsx'

type GivenWebhook = { url: string; nickname?: string; subscribed_events: Webhook['subscribed_events'] }

type Props = {
  title: string
  confirm: string
  webhook?: Webhook
  change: { isPending: boolean; error: Error | null }
  onSubmit: (given: GivenWebhook) => void
  onClose: () => void
}

/** The form of a webhook, for creating and editing. */
export function WebhookDialog({ webhook, change, onSubmit, ...dialog }: Props) {
  const [events, setEvents] = useState<readonly string[]>(webhook?.subscribed_events ?? ['*'])
  const submit = (value: (name: string) => string) => {
    const nickname = value('nickname').trim()
    onSubmit({
      url: value('url').trim(),
      subscribed_events: [...events],
      ...((nickname || webhook?.nickname) && { nickname }),
    })
  }
  return (
    <FormDialog {...dialog} isWide change={change} fields={['url', 'nickname', 'subscribed_events']} onSubmit={submit}>
      <TextField
        label="URL"
        name="url"
        type="url"
        required
        placeholder="https://acme.example/hooks/posthorn"
        defaultValue={webhook?.url}
        hint="Each event is sent there as a POST request. Respond with any 2xx status within 15 seconds."
        fault={faultOf(change.error, 'url')}
      />
      <TextField
        label="Name"
        name="nickname"
        maxLength={256}
        placeholder="Bounces"
        defaultValue={webhook?.nickname}
        hint="Only visible to your team."
        fault={faultOf(change.error, 'nickname')}
      />
      <EventChoice value={events} onChange={setEvents} fault={faultOf(change.error, 'subscribed_events')} />
    </FormDialog>
  )
}
