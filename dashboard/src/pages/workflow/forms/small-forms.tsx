import type { Config } from '../definition.ts'
import { ConfigArea, ConfigSelect, ConfigText, type StepFormProps, setIn } from './config-fields.tsx'
import { JsonField } from './json-field.tsx'

export function SmsForm({ config, onChange, fault }: StepFormProps) {
  const own = { config, onChange, fault }
  return (
    <>
      <ConfigText {...own} name="from" label="From" type="tel" placeholder="+15005550006" />
      <ConfigArea
        {...own}
        name="body"
        label="Text"
        placeholder={'Hi {{ contact.first_name | default: "there" }}, …'}
        hint="Liquid, with contact and trigger. Contacts who opted out are skipped."
      />
    </>
  )
}

const flags = [
  { value: '', label: 'No change' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** Flags are chosen as words and stored as booleans. */
export function ContactForm({ config, onChange, fault }: StepFormProps) {
  const own = { config, onChange, fault }
  const flag = (changed: Config, name: string) => {
    const word = changed[name]
    onChange(setIn(config, name, word === undefined ? undefined : word === 'true'))
  }
  return (
    <>
      <ConfigText {...own} name="first_name" label="First name" placeholder="No change" />
      <ConfigText {...own} name="last_name" label="Last name" placeholder="No change" />
      {(['email_subscribed', 'sms_subscribed'] as const).map(name => (
        <ConfigSelect
          key={name}
          {...own}
          name={name}
          label={name === 'email_subscribed' ? 'Subscribed to email' : 'Subscribed to SMS'}
          options={flags}
          onChange={changed => flag(changed, name)}
        />
      ))}
    </>
  )
}

export function WebhookForm({ config, onChange, fault }: StepFormProps) {
  const own = { config, onChange, fault }
  return (
    <>
      <ConfigText
        {...own}
        name="url"
        label="URL"
        type="url"
        placeholder="https://acme.example/hooks"
        hint="Receives a POST request, signed like every webhook."
      />
      <JsonField
        label="Body"
        value={config.body}
        placeholder={'{"email": "{{ contact.email }}"}'}
        hint="Strings in it are Liquid. Default: contact and trigger."
        onChange={body => onChange(setIn(config, 'body', body))}
        fault={fault('body')}
      />
      <JsonField
        label="Headers"
        rows={3}
        value={config.headers}
        placeholder='{"x-team": "growth"}'
        onChange={headers => onChange(setIn(config, 'headers', headers))}
        fault={fault('headers')}
      />
    </>
  )
}
