import type { Contact } from '@posthorn/contract/audience/contacts'

/** What must be typed to confirm, so that nobody is erased by accident. */
export const nameToType = ({ email, phone_number }: Contact): string => email ?? phone_number ?? ''

export const isTyped = (contact: Contact, typed: string): boolean =>
  typed.trim().toLowerCase() === nameToType(contact).toLowerCase()
