import type { ContactUpdate } from '@posthorn/contract/contacts'

export type Contact = {
  id: string
  email: string | null
  phoneNumber: string | null
  firstName: string | null
  lastName: string | null
  emailSubscribed: boolean
  smsSubscribed: boolean
  createdAt: Date
  updatedAt: Date
}

export type Changeable = Pick<Contact, 'firstName' | 'lastName' | 'emailSubscribed' | 'smsSubscribed'>

const changeable = ['firstName', 'lastName', 'emailSubscribed', 'smsSubscribed'] as const

/** The contact as the update leaves it, and the names of the fields that this really changes. */
export function applyUpdate(contact: Contact, asked: ContactUpdate): { after: Contact; changed: (keyof Changeable)[] } {
  const after = {
    ...contact,
    firstName: asked.first_name ?? contact.firstName,
    lastName: asked.last_name ?? contact.lastName,
    emailSubscribed: asked.email_subscribed ?? contact.emailSubscribed,
    smsSubscribed: asked.sms_subscribed ?? contact.smsSubscribed,
  }
  return { after, changed: changeable.filter(field => after[field] !== contact[field]) }
}
