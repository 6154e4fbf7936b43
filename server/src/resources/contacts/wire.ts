import type { Contact as WireContact } from '@posthorn/contract/contacts'
import type { Contact } from './contact.ts'

/** The contact as answers and events show it: what is not set is left out. */
export const toWireContact = (contact: Contact): WireContact => ({
  id: contact.id,
  ...(contact.email !== null && { email: contact.email }),
  ...(contact.phoneNumber !== null && { phone_number: contact.phoneNumber }),
  ...(contact.firstName !== null && { first_name: contact.firstName }),
  ...(contact.lastName !== null && { last_name: contact.lastName }),
  email_subscribed: contact.emailSubscribed,
  sms_subscribed: contact.smsSubscribed,
  created_at: contact.createdAt.toISOString(),
  updated_at: contact.updatedAt.toISOString(),
})
