import type { Topic, TopicConfirmation } from '@posthorn/contract/audience/topics'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useCall } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { CheckField, SelectField, TextField } from '#form/inputs.tsx'

type Values = (name: string) => string
type Asked = { confirm?: boolean; confirmation?: TopicConfirmation }

/** Reads the fields below. Empty for a new topic without confirmation. */
export function confirmationOf(value: Values, isKnown: boolean): Asked {
  if (value('confirm') !== 'on') return isKnown ? { confirm: false } : {}
  const hours = (name: string) => (value(name) === '' ? undefined : Number(value(name)))
  const [reminder, expiry] = [hours('reminder_after_hours'), hours('expires_after_hours')]
  const template = value('template_id')
  return {
    confirm: true,
    confirmation: {
      from: value('confirm_from').trim(),
      ...(template && { template_id: template }),
      ...(reminder !== undefined && { reminder_after_hours: reminder }),
      ...(expiry !== undefined && { expires_after_hours: expiry }),
    },
  }
}

/** Double opt-in: the sender of the confirmation email and how long people have to confirm. */
export function ConfirmationFields({ topic, error }: { topic: Topic | undefined; error: Error | null }) {
  const [isOn, setOn] = useState(topic?.confirm ?? false)
  const settings = topic?.confirmation
  const fault = faultOf(error, 'confirm')
  return (
    <>
      <CheckField
        label="Require confirmation"
        name="confirm"
        checked={isOn}
        onChange={event => setOn(event.target.checked)}
        hint={fault ?? 'People get an email with a link and are subscribed once they confirm on its page.'}
      />
      {isOn && (
        <div className="space-y-4 border-l-2 border-line pl-4">
          <TextField
            label="Sender"
            name="confirm_from"
            required
            maxLength={400}
            defaultValue={settings?.from}
            placeholder="Acme <news@acme.com>"
            fault={faultOf(error, 'confirmation.from')}
          />
          <TemplateChoice chosen={settings?.template_id} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Remind after (hours)"
              name="reminder_after_hours"
              type="number"
              min={1}
              max={720}
              defaultValue={settings?.reminder_after_hours}
              hint="Sent once. Leave empty for no reminder."
              // The API's message has the API name of the other field.
              fault={faultOf(error, 'confirmation.reminder_after_hours')?.replace(
                'expires_after_hours',
                '“Expires after”',
              )}
            />
            <TextField
              label="Expires after (hours)"
              name="expires_after_hours"
              type="number"
              min={1}
              max={2160}
              defaultValue={settings?.expires_after_hours ?? 168}
            />
          </div>
        </div>
      )}
    </>
  )
}

/** Choosing a template needs permission to read templates; without it, the current choice is kept. */
function TemplateChoice({ chosen }: { chosen: string | undefined }) {
  const mayRead = useMay('templates:read')
  const templates = useCall('listTemplates', { query: { limit: 100 } }).data?.data ?? []
  const options = [
    { value: '', label: 'Default text' },
    ...templates.map(({ id, friendly_name }) => ({ value: id, label: friendly_name })),
    ...(chosen && !templates.some(({ id }) => id === chosen) ? [{ value: chosen, label: 'Current template' }] : []),
  ]
  if (!mayRead) return <input type="hidden" name="template_id" value={chosen ?? ''} />
  return (
    <SelectField
      // The list loads after the form.
      key={templates.length}
      label="Email"
      name="template_id"
      defaultValue={chosen ?? ''}
      options={options}
      hint="A template must contain {{ confirm_url }} and can contain {{ topics }}."
    />
  )
}
