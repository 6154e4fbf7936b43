import type { Fault } from '@posthorn/contract/errors'
import { Refusal } from '#core/refusal.ts'
import type { Contact } from '#resources/audience/contacts/contact.ts'
import { toWireContact } from '#resources/audience/contacts/wire.ts'
import type { Fields } from '#resources/audience/fields/field.ts'

/** Their targets are known only when the copy of a recipient is composed; these addresses take their place until then. */
export const recipientLinks = {
  unsubscribe_url: 'https://unsubscribe.posthorn.invalid/',
  preferences_url: 'https://preferences.posthorn.invalid/',
}

/** What a template can print: the given variables, which win, the recipient as a contact, and the recipient's links. */
export function scopeOf(
  variables: Record<string, unknown>,
  contact: Contact | undefined,
  fields: Fields = new Map(),
): Record<string, unknown> {
  return { ...recipientLinks, ...(contact && { contact: contactScope(contact, fields) }), ...variables }
}

/** The recipient as templates see it. A field without a value has its fallback. */
export function contactScope(contact: Contact, fields: Fields): Record<string, unknown> {
  const { created_at: _created, updated_at: _updated, properties, ...known } = toWireContact(contact)
  const fallbacks = [...fields.values()].flatMap(({ key, fallback }) => (fallback === null ? [] : [[key, fallback]]))
  return { ...known, properties: { ...Object.fromEntries(fallbacks), ...properties } }
}

const isOfContact = ({ path }: Fault): boolean => /^variables\.contact(\.|$)/.test(path)
const lacking = 'must be given: this API key lacks the permission contacts:read, so nothing of the contact is filled in'

/** Changes a refusal for a caller who may not read contacts: it says that a permission is missing, not that the contact is. */
export function contactsForbidden(refusal: Refusal): Refusal {
  if (refusal.code !== 'missing_variable') return refusal
  // `as`: the details of a missing variable are the paths of all that are missing.
  const faults = refusal.details as Fault[]
  if (!faults.some(isOfContact)) return refusal
  return new Refusal(refusal.code, {
    message: `${refusal.message} This API key lacks the permission contacts:read, which contact.* needs.`,
    details: faults.map(fault => (isOfContact(fault) ? { ...fault, message: lacking } : fault)),
  })
}
