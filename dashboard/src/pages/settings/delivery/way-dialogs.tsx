import type { SendingPlan } from '@posthorn/contract/console/sending-plan'
import { useState } from 'react'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'
import { emailChoices, emailFields, emailStart } from './email-way.ts'
import { smsChoices, smsFields, smsStart } from './sms-way.ts'
import { type Channel, useEmailWay, useRemoveWay, useSmsWay } from './use-way.ts'
import { WayDialog } from './way-dialog.tsx'

type Props = { plan: SendingPlan; onClose: () => void }

export function EmailWayDialog({ plan, onClose }: Props) {
  const { saved } = plan.email
  const way = useEmailWay(onClose)
  const [start] = useState(() => emailStart(saved))
  const [isRemoving, setRemoving] = useState(false)
  if (isRemoving) return <RemoveDialog channel="email" onClose={onClose} />
  const noteOf = (choice: string) =>
    choice === 'direct'
      ? `This server identifies itself as ${plan.hostname}. It needs outbound port 25, which many hosting providers block.`
      : undefined
  return (
    <WayDialog
      title="Email delivery"
      choices={emailChoices}
      fieldsOf={emailFields}
      noteOf={noteOf}
      start={start}
      isSaved={saved !== null}
      {...way}
      onRemove={() => setRemoving(true)}
      onClose={onClose}
    />
  )
}

export function SmsWayDialog({ plan, onClose }: Props) {
  const { saved } = plan.sms
  const way = useSmsWay(onClose)
  const [start] = useState(() => smsStart(saved))
  const [isRemoving, setRemoving] = useState(false)
  if (isRemoving) return <RemoveDialog channel="sms" onClose={onClose} />
  return (
    <WayDialog
      title="SMS delivery"
      choices={smsChoices}
      fieldsOf={smsFields}
      start={start}
      isSaved={saved !== null}
      {...way}
      onRemove={() => setRemoving(true)}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const remove = useRemoveWay(channel, onClose)
  return (
    <ConfirmDialog
      title={`Remove ${channel === 'email' ? 'email' : 'SMS'} delivery?`}
      confirm="Remove"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({})}
      onClose={onClose}
    >
      Live {channel === 'email' ? 'email is' : 'text messages are'} then kept in the inbox of each organization instead
      of being sent. The saved password is deleted.
    </ConfirmDialog>
  )
}
