/** Parses an untrusted submission: only declared fields, length-limited, without characters that could end a header line. Pure. */
import type { PropertyValue } from '@posthorn/contract/audience/contact-properties'
import type { ContactCreate } from '@posthorn/contract/audience/contacts'
import { honeypot } from '@posthorn/contract/audience/signup-forms'
import { isEmailAddress } from '@posthorn/contract/formats'
import { invalid } from '#core/refusal.ts'
import { expected, type Fields, parseValue } from '#resources/audience/fields/field.ts'

/** Values by input name. */
export type Given = ReadonlyMap<string, string>

const maxName = 256
// biome-ignore lint/suspicious/noControlCharactersInRegex: the regex searches for control characters.
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

const textOf = (given: Given, name: string): string | undefined => given.get(name)?.trim() || undefined

export const isTrapped = (given: Given): boolean => textOf(given, honeypot) !== undefined

export function readSubmission(
  given: Given,
  keys: readonly string[],
  fields: Fields,
): Pick<ContactCreate, 'first_name' | 'last_name' | 'properties'> & { email: string } {
  const email = textOf(given, 'email') ?? ''
  if (!isEmailAddress(email)) throw invalid({ path: 'email', message: 'must be an email address' })
  const names = (['first_name', 'last_name'] as const).flatMap(name => {
    const text = textOf(given, name)
    if (text === undefined) return []
    if (text.length > maxName || control.test(text) || !text.isWellFormed())
      throw invalid({ path: name, message: `must be one line of at most ${maxName} characters` })
    return [[name, text] as const]
  })
  const properties = keys.flatMap(key => propertyOf(given, key, fields))
  return {
    email,
    ...Object.fromEntries(names),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  }
}

/** Deleted fields are ignored. */
function propertyOf(given: Given, key: string, fields: Fields): [string, PropertyValue][] {
  const [text, field] = [textOf(given, key), fields.get(key)]
  if (text === undefined || !field) return []
  const value = control.test(text) || !text.isWellFormed() ? undefined : parseValue(field.type, text)
  if (value === undefined) throw invalid({ path: key, message: expected[field.type] })
  return [[key, value]]
}
