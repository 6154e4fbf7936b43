import { SelectField } from '#form/inputs.tsx'
import { before, isObject, stepOf } from '../definition.ts'
import { ConfigSelect, type StepFormProps, setIn, TopicSelect } from './config-fields.tsx'
import { DurationField } from './duration-field.tsx'

const ofEmail = ['opened', 'clicked', 'delivered', 'bounced', 'complained', 'unsubscribed', 'sent', 'delivery_delayed']
const moreOfEmail = ['failed', 'suppressed', 'canceled']
const ofSms = ['delivered', 'sent', 'undelivered', 'failed', 'delivery_delayed']
const ofContact = ['updated', 'subscribed', 'unsubscribed', 'topic_subscribed', 'topic_unsubscribed']

const waitable = [
  ...[...ofEmail, ...moreOfEmail].map(word => `email.${word}`),
  ...ofSms.map(word => `sms.${word}`),
  ...ofContact.map(word => `contact.${word}`),
  'sms.received',
  'sms.opted_out',
  'sms.opted_in',
]
const ofPeople = ['sms.received', 'sms.opted_out', 'sms.opted_in']

/** Of one message, or of the contact; any of several ends the wait. */
export function WaitForm({ config, onChange, fault, step, definition }: StepFormProps) {
  const events = (Array.isArray(config.event) ? config.event : [config.event]).map(one => String(one ?? ''))
  const set = (changed: string[]) => {
    const [only] = changed
    onChange(setIn(config, 'event', changed.length === 1 ? only : changed))
  }
  const own = { config, onChange, fault }
  const sends = [...before(definition, step.key)].filter(key => stepOf(definition, key)?.type === channelOf(events))
  return (
    <>
      {events.map((event, at) => (
        <SelectField
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity but their place
          key={at}
          label={at === 0 ? 'Event' : 'Or'}
          options={[
            ...(at > 0 ? [{ value: '', label: 'Not this one' }] : []),
            ...[...new Set([event, ...waitable])].filter(Boolean).map(value => ({ value, label: value })),
          ]}
          value={event}
          onChange={({ target }) => set(events.toSpliced(at, 1, ...(target.value ? [target.value] : [])))}
          fault={at === 0 ? fault('event') : undefined}
        />
      ))}
      <button
        type="button"
        className="text-sm text-accent underline"
        onClick={() => set([...events, waitable.find(one => !events.includes(one)) ?? ''])}
      >
        Or another event
      </button>
      {channelOf(events) && (
        <ConfigSelect
          {...own}
          name="step"
          label="Of the message of"
          options={[{ value: '', label: 'The message sent before' }, ...sends.map(key => ({ value: key, label: key }))]}
        />
      )}
      {events.some(event => event.startsWith('contact.topic_')) && <TopicSelect {...own} none="Any topic" />}
      <DurationField
        label="At most"
        config={isObject(config.timeout) ? config.timeout : {}}
        onChange={timeout => onChange(setIn(config, 'timeout', timeout))}
        fault={field => fault(`timeout.${field}`) ?? (field === 'timeout' ? fault('timeout') : undefined)}
      />
    </>
  )
}

/** Which kind of step sends what these events are about. */
function channelOf(events: readonly string[]): 'send_email' | 'send_sms' | undefined {
  if (events.some(event => event.startsWith('email.'))) return 'send_email'
  return events.some(event => event.startsWith('sms.') && !ofPeople.includes(event)) ? 'send_sms' : undefined
}
