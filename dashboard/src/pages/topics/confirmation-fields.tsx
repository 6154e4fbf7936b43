import type { Topic, TopicConfirmation } from '@posthorn/contract/audience/topics'
import { useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { useCall } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { CheckField, SelectField, TextField } from '#form/inputs.tsx'

type Values = (name: string) => string
type Asked = { confirm?: boolean; confirmation?: TopicConfirmation }

/** What the fields below say. A new topic that asks for nothing says nothing of it. */
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

/** Double opt-in: who asks people to confirm, and how long they have. */
export function ConfirmationFields({ topic, error }: { topic: Topic | undefined; error: Error | null }) {
  const [isOn, setOn] = useState(topic?.confirm ?? false)
  const settings = topic?.confirmation
  const fault = faultOf(error, 'confirm')
  return (
    <>
      <CheckField
        label="Ask for a confirmation"
        name="confirm"
        checked={isOn}
        onChange={event => setOn(event.target.checked)}
        hint={fault ?? 'People get an email with a link, and are subscribed once they press the button on its page.'}
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
              label="Remind after, in hours"
              name="reminder_after_hours"
              type="number"
              min={1}
              max={720}
              defaultValue={settings?.reminder_after_hours}
              hint="Once. Leave empty for none."
              // The answer says how the API calls the field beside it.
              fault={faultOf(error, 'confirmation.reminder_after_hours')?.replace(
                'expires_after_hours',
                '“Ends after”',
              )}
            />
            <TextField
              label="Ends after, in hours"
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

/** Only whoever may read templates can choose one; the choice of others stays as it is. */
function TemplateChoice({ chosen }: { chosen: string | undefined }) {
  const mayRead = useMay('templates:read')
  const templates = useCall('listTemplates', { query: { limit: 100 } }).data?.data ?? []
  const options = [
    { value: '', label: 'Our own text' },
    ...templates.map(({ id, friendly_name }) => ({ value: id, label: friendly_name })),
    ...(chosen && !templates.some(({ id }) => id === chosen) ? [{ value: chosen, label: 'As it is' }] : []),
  ]
  if (!mayRead) return <input type="hidden" name="template_id" value={chosen ?? ''} />
  return (
    <SelectField
      // The list comes later than the form.
      key={templates.length}
      label="Email"
      name="template_id"
      defaultValue={chosen ?? ''}
      options={options}
      hint="A template must print {{ confirm_url }}, and may print {{ topics }}."
    />
  )
}
