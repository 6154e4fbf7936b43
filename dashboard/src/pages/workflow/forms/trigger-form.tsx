import type { TriggerType } from '@posthorn/contract/workflows/words'
import { SelectField } from '#form/inputs.tsx'
import type { Config } from '../definition.ts'
import { useChoices } from '../use-names.ts'
import { isTriggerType, triggerNames } from '../words.ts'
import { type ConfigProps, ConfigSelect, ConfigText, SegmentSelect, setIn, TopicSelect } from './config-fields.tsx'
import { TimezoneField } from './timezone-field.tsx'

const types = Object.entries(triggerNames).map(([value, label]) => ({ value, label }))
const properties = [
  { value: 'first_name', label: 'First name' },
  { value: 'last_name', label: 'Last name' },
  { value: 'email_subscribed', label: 'Subscribed to email' },
  { value: 'sms_subscribed', label: 'Subscribed to SMS' },
]
const flags = [
  { value: '', label: 'Any value' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

const firsts: Partial<Record<TriggerType, Config>> = {
  contact_property_changed: { property: 'first_name' },
  time_based: { cron: '0 9 * * *', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
}

/** What starts a run. Changing the type resets the config, because types have different fields. */
export function TriggerForm({ config, onChange, fault }: ConfigProps) {
  const own = { config, onChange, fault }
  const type = isTriggerType(config.type) ? config.type : undefined
  const choose = (word: string) => {
    if (isTriggerType(word)) onChange({ type: word, ...firsts[word] })
  }
  return (
    <>
      <SelectField
        label="Trigger"
        options={type ? types : [{ value: '', label: 'Choose…' }, ...types]}
        value={type ?? ''}
        onChange={({ target }) => choose(target.value)}
        fault={fault('type')}
      />
      {type === 'contact_property_changed' && <ChangeFields {...own} />}
      {(type === 'contact_added_to_topic' || type === 'contact_removed_from_topic') && (
        <TopicSelect {...own} none="Any topic" />
      )}
      {type === 'event' && (
        <ConfigText
          {...own}
          name="event"
          label="Event"
          placeholder="order.paid"
          hint="The event name that your app sends to POST /v1/contacts/{id}/events."
        />
      )}
      {type === 'time_based' && (
        <>
          <ConfigText
            {...own}
            name="cron"
            label="Schedule"
            placeholder="0 9 * * MON"
            hint="Minute, hour, day, month, weekday; or @daily, @weekly, …"
          />
          <TimezoneField {...own} />
          <TopicSelect {...own} label="Topic" none="All contacts" />
          <SegmentSelect {...own} label="Segment" none="All contacts" />
        </>
      )}
      {type && (
        <ConfigSelect
          {...own}
          name="reentry"
          label="Re-entry"
          options={[
            { value: '', label: comesAgain(type) ? 'Again after finishing (default)' : 'Only once (default)' },
            { value: 'once', label: 'Only once' },
            { value: 'after_finish', label: 'Again after finishing' },
          ]}
        />
      )}
    </>
  )
}

const comesAgain = (type: TriggerType): boolean => type === 'time_based' || type === 'event'

function ChangeFields({ config, onChange, fault }: ConfigProps) {
  const own = { config, onChange, fault }
  const { fields } = useChoices()
  const type = fields.find(({ key }) => config.property === `properties.${key}`)?.type
  const isFlag = type === 'boolean' || config.property === 'email_subscribed' || config.property === 'sms_subscribed'
  const asFlag = (changed: Config, name: string) => {
    const word = changed[name]
    onChange(setIn(config, name, word === undefined ? undefined : word === 'true'))
  }
  return (
    <>
      <ConfigSelect
        {...own}
        name="property"
        label="Property"
        options={[
          ...properties,
          ...fields.map(({ key }) => ({ value: `properties.${key}`, label: `properties.${key}` })),
        ]}
        onChange={({ property }) => onChange({ type: config.type, property, ...keep(config, 'reentry') })}
      />
      {(type === 'number' ? [] : (['from', 'to'] as const)).map(name =>
        isFlag ? (
          <ConfigSelect
            key={name}
            {...own}
            name={name}
            label={name === 'from' ? 'From' : 'To'}
            options={flags}
            onChange={changed => asFlag(changed, name)}
          />
        ) : (
          <ConfigText key={name} {...own} name={name} label={name === 'from' ? 'From' : 'To'} placeholder="Any value" />
        ),
      )}
    </>
  )
}

const keep = (config: Config, name: string): Config => (config[name] === undefined ? {} : { [name]: config[name] })
