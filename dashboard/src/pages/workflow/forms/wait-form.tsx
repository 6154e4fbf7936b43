import { sendTypeOf, topicWaits, waitableEvents } from '@posthorn/contract/workflows/words'
import { SelectField, TextField } from '#form/inputs.tsx'
import { before, isObject, stepOf } from '../definition.ts'
import { ConfigSelect, type StepFormProps, setIn, TopicSelect } from './config-fields.tsx'
import { DurationField } from './duration-field.tsx'

/** Events of one message or of the contact; any of them ends the wait. */
export function WaitForm({ config, onChange, fault, step, definition }: StepFormProps) {
  const events = (Array.isArray(config.event) ? config.event : [config.event]).map(one => String(one ?? ''))
  const set = (changed: string[]) => {
    const [only] = changed
    onChange(setIn(config, 'event', changed.length === 1 ? only : changed))
  }
  const own = { config, onChange, fault }
  const channel = events.map(sendTypeOf).find(Boolean)
  const sends = [...before(definition, step.key)].filter(key => stepOf(definition, key)?.type === channel)
  return (
    <>
      {events.map((event, at) => (
        <EventField
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity except their position
          key={at}
          event={event}
          isFirst={at === 0}
          onChange={changed => set(events.toSpliced(at, 1, ...(changed ? [changed] : [])))}
          fault={at === 0 ? fault('event') : undefined}
        />
      ))}
      <button
        type="button"
        className="text-sm text-accent underline"
        onClick={() => set([...events, waitableEvents.find(one => !events.includes(one)) ?? ''])}
      >
        Add event
      </button>
      {channel && (
        <ConfigSelect
          {...own}
          name="step"
          label="Message of step"
          options={[{ value: '', label: 'The last message sent' }, ...sends.map(key => ({ value: key, label: key }))]}
        />
      )}
      {topicWaits.some(event => events.includes(event)) && <TopicSelect {...own} none="Any topic" />}
      <DurationField
        label="Timeout"
        config={isObject(config.timeout) ? config.timeout : {}}
        onChange={timeout => onChange(setIn(config, 'timeout', timeout))}
        fault={field => fault(`timeout.${field}`) ?? (field === 'timeout' ? fault('timeout') : undefined)}
      />
    </>
  )
}

const ofPrograms = 'custom.'

type EventFieldProps = {
  event: string
  isFirst: boolean
  onChange: (event: string) => void
  fault: string | undefined
}

/** A built-in event, or a custom event by name. */
function EventField({ event, isFirst, onChange, fault }: EventFieldProps) {
  const isOwn = event.startsWith(ofPrograms)
  return (
    <>
      <SelectField
        label={isFirst ? 'Event' : 'Or'}
        options={[
          ...(isFirst ? [] : [{ value: '', label: 'Remove this event' }]),
          ...[...new Set([...(isOwn ? [] : [event]), ...waitableEvents])]
            .filter(Boolean)
            .map(value => ({ value, label: value })),
          { value: ofPrograms, label: 'Custom event…' },
        ]}
        value={isOwn ? ofPrograms : event}
        onChange={({ target }) => onChange(target.value)}
        fault={isOwn ? undefined : fault}
      />
      {isOwn && (
        <TextField
          label="Event name"
          placeholder="order.paid"
          hint="The event name that your app sends to POST /v1/contacts/{id}/events."
          value={event.slice(ofPrograms.length)}
          onChange={({ target }) => onChange(ofPrograms + target.value.trim())}
          fault={fault}
        />
      )}
    </>
  )
}
