import type { ContactEvent as WireContactEvent } from '@posthorn/contract/audience/contact-history'
import type { Contact as WireContact } from '@posthorn/contract/audience/contacts'
import type { ItemError } from '@posthorn/contract/audience/custom-events'
import { errors } from '@posthorn/contract/errors'
import type { Refusal } from '#core/refusal.ts'
import type { Contact } from './contact.ts'
import type { ContactEvent } from './history/event-store.ts'
import { ownValue } from './properties.ts'

/** The contact in answers and events; unset fields are left out. */
export const toWireContact = (contact: Contact): WireContact => ({
  id: contact.id,
  ...(contact.email !== null && { email: contact.email }),
  ...(contact.phoneNumber !== null && { phone_number: contact.phoneNumber }),
  ...(contact.firstName !== null && { first_name: contact.firstName }),
  ...(contact.lastName !== null && { last_name: contact.lastName }),
  email_subscribed: contact.emailSubscribed,
  sms_subscribed: contact.smsSubscribed,
  ...(contact.properties !== null && { properties: contact.properties }),
  created_at: contact.createdAt.toISOString(),
  updated_at: contact.updatedAt.toISOString(),
})

/** The error of one item in a batch answer. */
export const toItemError = ({ code, sentence, details }: Refusal): ItemError => ({
  code,
  message: sentence ?? errors[code].message,
  ...(details !== undefined && { details }),
})

export function toWireContactEvent({ id, createdAt, ...happened }: ContactEvent): WireContactEvent {
  const base = { id, created_at: createdAt.toISOString() }
  switch (happened.type) {
    case 'contact.created':
      return { ...base, type: happened.type, channels: channelsOf(happened.data) }
    case 'contact.updated':
      return { ...base, type: happened.type, changes: changesOf(happened.data) }
    case 'contact.subscribed':
    case 'contact.unsubscribed':
      return { ...base, type: happened.type, channels: [happened.data.channel] }
    case 'contact.topic_subscribed':
    case 'contact.topic_unsubscribed':
      return { ...base, type: happened.type, topic_id: happened.data.topic_id }
    default:
      return { ...base, type: happened.type, data: happened.data.data }
  }
}

/** The channels that have an address and are subscribed. */
const channelsOf = ({ email, email_subscribed, phone_number, sms_subscribed }: WireContact) => [
  ...(email !== undefined && email_subscribed ? (['email'] as const) : []),
  ...(phone_number !== undefined && sms_subscribed ? (['sms'] as const) : []),
]

type Updated = WireContact & { previous: WireContact }

/** An empty name counts as unset. */
const changesOf = (updated: Updated) =>
  [
    ...(['first_name', 'last_name'] as const).map(field => ({
      field,
      from: updated.previous[field] || null,
      to: updated[field] || null,
    })),
    ...changedProperties(updated),
  ].filter(({ from, to }) => from !== to)

const changedProperties = ({ previous, properties: after }: Updated) => {
  const before = previous.properties
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map(key => ({
    field: `properties.${key}`,
    from: ownValue(before ?? null, key) ?? null,
    to: ownValue(after ?? null, key) ?? null,
  }))
}
