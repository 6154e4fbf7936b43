import type { Properties } from '@posthorn/contract/audience/contact-properties'
import type { ContactUpdate } from '@posthorn/contract/audience/contacts'
import { Refusal } from '#core/refusal.ts'
import type { Fields } from '#resources/audience/fields/field.ts'
import { mergeProperties, readProperties, refusalOfSize } from './properties.ts'

export type Contact = {
  id: string
  email: string | null
  phoneNumber: string | null
  firstName: string | null
  lastName: string | null
  emailSubscribed: boolean
  smsSubscribed: boolean
  /** Null when the contact has none. */
  properties: Properties | null
  createdAt: Date
  updatedAt: Date
}

type Changeable = Pick<Contact, 'firstName' | 'lastName' | 'emailSubscribed' | 'smsSubscribed' | 'properties'>

const changeable = ['firstName', 'lastName', 'emailSubscribed', 'smsSubscribed', 'properties'] as const

export type Update = { after: Contact; changed: (keyof Changeable)[] }

/** The updated contact, or a refusal when properties do not match the declared fields. */
export function readUpdate(contact: Contact, asked: ContactUpdate, fields: Fields): Update | Refusal {
  if (!asked.properties) return applyUpdate(contact, asked)
  const properties = readProperties(fields, asked.properties)
  if (properties instanceof Refusal) return properties
  const update = applyUpdate(contact, { ...asked, properties })
  return refusalOfSize(update.after.properties) ?? update
}

/** The updated contact and the fields that really changed. Properties are given in stored form. */
export function applyUpdate(contact: Contact, asked: ContactUpdate): Update {
  const after = {
    ...contact,
    firstName: asked.first_name ?? contact.firstName,
    lastName: asked.last_name ?? contact.lastName,
    emailSubscribed: asked.email_subscribed ?? contact.emailSubscribed,
    smsSubscribed: asked.sms_subscribed ?? contact.smsSubscribed,
    properties: asked.properties ? mergeProperties(contact.properties, asked.properties) : contact.properties,
  }
  return { after, changed: changeable.filter(field => after[field] !== contact[field]) }
}
