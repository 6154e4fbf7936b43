/** What became of a contact, in words. */
import type { ContactEvent } from '@posthorn/contract/console/contact-events'

export type Words = { text: string; details?: string[] }
/** The name of a topic; undefined for one that is gone. */
export type NameTopic = (id: string) => string | undefined

export function wordsOf(event: ContactEvent, nameTopic: NameTopic): Words {
  const { type, channels = [], topic_id = '', changes = [] } = event
  switch (type) {
    case 'contact.created':
      return {
        text: 'Contact created',
        details: [channels.length > 0 ? `Subscribed to ${inWords(channels)}` : 'Not subscribed'],
      }
    case 'contact.updated':
      return {
        text: `Changed ${changes.map(({ field }) => fields[field]).join(', ')}`,
        details: changes.map(({ from, to }) => `${from ?? '(none)'} → ${to ?? '(none)'}`),
      }
    case 'contact.subscribed':
      return { text: `Subscribed to ${inWords(channels)}` }
    case 'contact.unsubscribed':
      return { text: `Unsubscribed from ${inWords(channels)}` }
    case 'contact.topic_subscribed':
      return { text: `Joined ${nameTopic(topic_id) ?? 'a topic that was deleted later'}` }
    case 'contact.topic_unsubscribed':
      return { text: `Left ${nameTopic(topic_id) ?? 'a topic that was deleted later'}` }
  }
}

const fields = { first_name: 'first name', last_name: 'last name' }
const names = { email: 'email', sms: 'text messages' }

const inWords = (channels: NonNullable<ContactEvent['channels']>) => channels.map(one => names[one]).join(' and ')
