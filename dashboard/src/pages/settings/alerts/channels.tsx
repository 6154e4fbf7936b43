import type { Alerts } from '@posthorn/contract/console/alerts'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button, LinkButton } from '#button/button.tsx'
import { FormDialog } from '#form/form-dialog.tsx'
import { CheckField, TextField } from '#form/inputs.tsx'
import { Section } from '#layout/page.tsx'

/** The channels that alerts are sent to. */
export function Channels({ alerts }: { alerts: Alerts }) {
  const mayManage = useMay('settings:manage')
  const test = useChange('sendTestAlert', { renews: ['getAlerts'] })
  const hasSomebody = alerts.mail_to.length > 0 || alerts.slack !== null
  return (
    <Section
      title="Channels"
      actions={
        mayManage && (
          <Button isSmall isBusy={test.isPending} disabled={!hasSomebody} onClick={() => test.mutate({})}>
            Send test alert
          </Button>
        )
      }
    >
      <div className="grid max-w-3xl gap-6 sm:grid-cols-3">
        <MailTo alerts={alerts} isFixed={!mayManage} />
        <Slack slack={alerts.slack} isFixed={!mayManage} />
        <div>
          <h3 className="font-medium">Webhooks</h3>
          <p className="mt-1 mb-2 text-sm text-soft">
            Every webhook subscribed to <code>alert.*</code> receives alerts, signed like all events.
          </p>
          <LinkButton to="/webhooks" isSmall>
            Webhooks
          </LinkButton>
        </div>
      </div>
    </Section>
  )
}

function MailTo({ alerts: { mail_to, sends_mail }, isFixed }: { alerts: Alerts; isFixed: boolean }) {
  const members = useCall('listMembers').data?.data ?? []
  const change = useChange('setAlerts', { renews: ['getAlerts'] })
  // A choice shows at once.
  const chosen = (change.isPending && change.variables.body.mail_to) || mail_to
  const choose = (id: string, isChosen: boolean) => {
    const present = chosen.filter(one => one !== id && members.some(member => member.id === one))
    change.mutate({ body: { mail_to: isChosen ? [...present, id] : present } })
  }
  return (
    <fieldset>
      <legend className="font-medium">Email</legend>
      {!sends_mail && (
        <p className="mt-1 text-sm text-warn">
          This installation cannot send alert emails yet. Set POSTHORN_MAIL_FROM and a transport that sends.
        </p>
      )}
      {members.map(({ id, name, email }) => (
        <CheckField
          key={id}
          label={name}
          hint={email}
          disabled={isFixed}
          checked={chosen.includes(id)}
          onChange={({ target }) => choose(id, target.checked)}
        />
      ))}
    </fieldset>
  )
}

function Slack({ slack, isFixed }: { slack: string | null; isFixed: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useChange('setAlerts', { done: 'Slack removed.', renews: ['getAlerts'] })
  return (
    <div>
      <h3 className="font-medium">Slack</h3>
      <p className="mt-1 mb-2 text-sm text-soft">{slack ?? 'Not set up.'}</p>
      {!isFixed && (
        <div className="flex gap-2">
          <Button isSmall onClick={() => setOpen(true)}>
            {slack ? 'Change' : 'Set up'}
          </Button>
          {slack && (
            <Button isSmall isBusy={remove.isPending} onClick={() => remove.mutate({ body: { slack_url: null } })}>
              Remove
            </Button>
          )}
        </div>
      )}
      {isOpen && <SlackDialog onClose={() => setOpen(false)} />}
    </div>
  )
}

function SlackDialog({ onClose }: { onClose: () => void }) {
  const change = useChange('setAlerts', { done: 'Saved.', renews: ['getAlerts'], onDone: onClose, isQuiet: true })
  return (
    <FormDialog
      title="Set up Slack"
      confirm="Save"
      change={change}
      fields={['slack_url']}
      onClose={onClose}
      onSubmit={value => change.mutate({ body: { slack_url: value('slack_url').trim() } })}
    >
      <TextField
        label="Incoming webhook URL"
        name="slack_url"
        type="url"
        required
        placeholder="https://hooks.slack.com/services/…"
        hint="In Slack: Apps → Incoming Webhooks → Add to a channel. The URL is stored encrypted."
        fault={faultOf(change.error, 'slack_url')}
      />
    </FormDialog>
  )
}
