/** The values of a recipient that a message stores: only what its content prints. Pure. */
import type { Contact } from '#resources/audience/contacts/contact.ts'
import type { Fields } from '#resources/audience/fields/field.ts'
import type { Values } from '#resources/messages/emails/body/pack.ts'
import { contactScope } from '#resources/messages/templates/scope.ts'

/** Empty when the variables of the broadcast have a `contact` of their own. */
export function valuesFor(uses: readonly string[], given: Values, contact: Contact, fields: Fields): Values {
  if (Object.hasOwn(given, 'contact')) return {}
  const own = uses.filter(name => name === 'contact' || name.startsWith('contact.'))
  if (own.length === 0) return {}
  const { properties, ...known } = contactScope(contact, fields)
  const paths = own.map(name => name.split('.').slice(1))
  if (paths.some(([first]) => first === undefined)) return { contact: { ...known, properties } }
  const printed = new Set(paths.map(([first]) => first))
  const ofProperties = paths.filter(([first]) => first === 'properties').map(([, second]) => second)
  const isWhole = ofProperties.some(name => name === undefined)
  const kept = isWhole ? properties : pick(Object(properties), new Set(ofProperties))
  return {
    contact: { ...pick(known, printed), ...(ofProperties.length > 0 && { properties: kept }) },
  }
}

const pick = (from: Record<string, unknown>, names: ReadonlySet<string | undefined>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.has(name)))
