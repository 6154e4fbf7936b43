/** The events of a contact, in words. */
import type { ContactEvent } from '@posthorn/contract/audience/contact-history'

export type Words = { text: string; details?: string[] }
/** The name of a topic; undefined for a deleted one. */
export type NameTopic = (id: string) => string | undefined

export function wordsOf(event: ContactEvent, nameTopic: NameTopic): Words {
  const { type, channels = [], topic_id = '', changes = [], data = {} } = event
  switch (type) {
    case 'contact.created':
      return {
        text: 'Contact created',
        details: [channels.length > 0 ? `Subscribed to ${inWords(channels)}` : 'Not subscribed'],
      }
    case 'contact.updated':
      return {
        text: `Changed ${changes.map(({ field }) => nameOf(field)).join(', ')}`,
        details: changes.map(({ from, to }) => `${from ?? '(none)'} → ${to ?? '(none)'}`),
      }
    case 'contact.subscribed':
      return { text: `Subscribed to ${inWords(channels)}` }
    case 'contact.unsubscribed':
      return { text: `Unsubscribed from ${inWords(channels)}` }
    case 'contact.topic_subscribed':
      return { text: `Subscribed to ${nameTopic(topic_id) ?? 'a deleted topic'}` }
    case 'contact.topic_unsubscribed':
      return { text: `Unsubscribed from ${nameTopic(topic_id) ?? 'a deleted topic'}` }
    default:
      return { text: type.replace(/^custom\./, ''), ...(Object.keys(data).length > 0 && { details: [inShort(data)] }) }
  }
}

const fields: Readonly<Record<string, string>> = { first_name: 'first name', last_name: 'last name' }
const nameOf = (field: string): string => fields[field] ?? field.replace(/^properties\./, '')

const inShort = (data: object): string => {
  const text = JSON.stringify(data)
  return text.length > 120 ? `${text.slice(0, 120).toWellFormed()}…` : text
}

const names = { email: 'email', sms: 'text messages' }

const inWords = (channels: NonNullable<ContactEvent['channels']>) => channels.map(one => names[one]).join(' and ')
