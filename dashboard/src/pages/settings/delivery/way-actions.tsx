import type { SendingPlan } from '@posthorn/contract/console/sending-plan'
import { useState } from 'react'
import { environment } from '#api/scope.ts'
import { Button } from '#button/button.tsx'
import { SendSmsTestButton } from '#messages/send-test/send-sms-test.tsx'
import { SendTestButton } from '#messages/send-test/send-test-button.tsx'
import { Time } from '#time/time.tsx'
import type { Channel } from './use-way.ts'
import { EmailWayDialog, SmsWayDialog } from './way-dialogs.tsx'

type Props = { channel: Channel; plan: SendingPlan }

/** What an operator can do: choose how messages are sent, and send a test. */
export function WayActions({ channel, plan }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { fixed_by, saved } = plan[channel]
  const WayDialog = channel === 'email' ? EmailWayDialog : SmsWayDialog
  const isSending = fixed_by.length > 0 || saved !== null
  return (
    <div className="flex flex-wrap gap-2">
      {/* In test everything is simulated, whatever is set up here. */}
      {environment === 'live' &&
        isSending &&
        (channel === 'email' ? <SendTestButton isSmall /> : <SendSmsTestButton />)}
      {fixed_by.length === 0 && (
        <Button isSmall tone={saved ? 'plain' : 'primary'} onClick={() => setOpen(true)}>
          {saved ? 'Change' : 'Set up'}
        </Button>
      )}
      {isOpen && <WayDialog plan={plan} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Where the current choice comes from. */
export function WayNote({ channel, plan }: Props) {
  const { fixed_by, saved, saved_at } = plan[channel]
  const [setting] = fixed_by
  if (setting)
    return (
      <p className="mb-3 text-sm text-soft">
        Set by <code className="font-mono text-xs">{setting}</code> in the server’s environment. Remove it there to
        configure it here.
      </p>
    )
  if (!saved || !saved_at) return null
  return (
    <p className="mb-3 text-sm text-soft">
      {placeOf(saved)}, saved here <Time at={saved_at} />
    </p>
  )
}

type Saved = NonNullable<SendingPlan[Channel]['saved']>

function placeOf(saved: Saved): string {
  switch (saved.type) {
    case 'relay':
      return `${saved.host}:${saved.port}${saved.username ? ` as ${saved.username}` : ''}`
    case 'smpp':
      return `${saved.host}:${saved.port} as ${saved.system_id}`
    case 'twilio':
      return `Twilio account ${saved.account_sid}`
    case 'telnyx':
      return 'Telnyx'
    case 'direct':
      return 'Direct to each recipient’s server'
  }
}
