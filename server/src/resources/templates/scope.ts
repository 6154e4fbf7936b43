import type { Contact } from '#resources/contacts/contact.ts'
import { toWireContact } from '#resources/contacts/wire.ts'

/** Where they lead is known only when the copy of a recipient is composed; until then these stand in their place. */
export const recipientLinks = {
  unsubscribe_url: 'https://unsubscribe.posthorn.invalid/',
  preferences_url: 'https://preferences.posthorn.invalid/',
}

/** What a template can print: what is given, which wins, the recipient as a contact, and links of its own. */
export function scopeOf(variables: Record<string, unknown>, contact: Contact | undefined): Record<string, unknown> {
  return { ...recipientLinks, ...(contact && { contact: contactScope(contact) }), ...variables }
}

/** The recipient as templates know it. */
export function contactScope(contact: Contact): Record<string, unknown> {
  const { created_at: _created, updated_at: _updated, ...fields } = toWireContact(contact)
  return fields
}
