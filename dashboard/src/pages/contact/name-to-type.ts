import type { Contact } from '@posthorn/contract/audience/contacts'

/** What has to be typed: nobody erases somebody by a slip of the hand. */
export const nameToType = ({ email, phone_number }: Contact): string => email ?? phone_number ?? ''

export const isTyped = (contact: Contact, typed: string): boolean =>
  typed.trim().toLowerCase() === nameToType(contact).toLowerCase()
