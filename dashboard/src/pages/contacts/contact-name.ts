import type { Contact } from '@posthorn/contract/audience/contacts'

type Named = Pick<Contact, 'email' | 'phone_number' | 'first_name' | 'last_name'>

export const fullName = ({ first_name, last_name }: Named): string => [first_name, last_name].filter(Boolean).join(' ')

/** The one-line name of a contact. */
export const contactTitle = (contact: Named): string =>
  fullName(contact) || (contact.email ?? contact.phone_number ?? 'Contact')
