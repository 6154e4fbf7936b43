/** Parses search input: words, and fields with values, as in `from:ada@acme.test tag:"two words" hello`. */

export type Field<Name extends string = string> = {
  name: Name
  /** The label for people. */
  label: string
  /** The allowed values; without them any value that `wrong` accepts. */
  options?: readonly { value: string; label: string }[]
  /** Returns what is wrong with a value, as a sentence. */
  wrong?: (value: string) => string | undefined
}
export type Values<Name extends string> = Partial<Record<Name, string>>

export type ParsedSearch<Name extends string> = {
  values: Values<Name>
  /** The words without a field. */
  text: string
  /** The same words as typed, with quotes. */
  rest: string
  problem?: string
}

/** In characters; the same limit as the API's. */
export const maxSearchLength = 256

/** A field name can precede a word or quoted words. A name followed by // is part of a URL. */
const piece = /(?:([a-z_]+):(?!\/\/))?("[^"]*"?|[^\s"]*)/gi

export function parseSearch<Name extends string>(typed: string, fields: readonly Field<Name>[]): ParsedSearch<Name> {
  const values: Values<Name> = {}
  const words: string[] = []
  const rest: string[] = []
  let problem: string | undefined
  for (const [whole, name, raw = ''] of typed.matchAll(piece)) {
    if (!whole) continue
    const value = raw.replaceAll('"', '').trim()
    if (name === undefined) {
      if (value) words.push(value)
      rest.push(whole)
      continue
    }
    const field = fields.find(one => one.name === name.toLowerCase())
    const fault = field ? faultIn(field, value) : unknown(name, fields)
    if (fault) problem ??= fault
    else if (field) values[field.name] = chosen(field, value)
    if (fault) rest.push(whole)
  }
  const text = words.join(' ')
  problem ??= unsearchable(text)
  return { values, text, rest: rest.join(' '), ...(problem && { problem }) }
}

/** What is wrong with a field's value, also for values from the URL, which can be anything. */
export function faultIn({ name, label, options, wrong }: Field, value: string): string | undefined {
  if (!value) return `Enter a value after ${name}:`
  if (options && !optionFor(options, value))
    return `“${value}” is not a known ${label.toLowerCase()}.${choiceOf(options)}`
  return unsearchable(value) ?? wrong?.(value)
}

/** Input that the API accepts neither as words nor in fields. The input prevents it, but a URL can contain it. */
const unsearchable = (text: string): string | undefined =>
  text.length > maxSearchLength
    ? `The search is limited to ${maxSearchLength} characters; this one has ${text.length}.`
    : text.includes('\0')
      ? 'The character U+0000 cannot be searched for.'
      : undefined

/** Finds an option by value or label. */
const optionFor = (options: NonNullable<Field['options']>, value: string) =>
  options.find(option => option.value === value) ??
  options.find(option => [option.value, option.label].some(word => word.toLowerCase() === value.toLowerCase()))

/** Lists the values, except IDs, which nobody types. */
function choiceOf(options: NonNullable<Field['options']>): string {
  const words = options.map(({ value }) => value).filter(value => value.length <= 20)
  return words.length > 0 ? ` Use ${words.join(', ')}.` : ''
}

const chosen = ({ options }: Field, value: string): string => (options && optionFor(options, value))?.value ?? value

function unknown(name: string, fields: readonly Field[]): string {
  const known = fields.map(field => `${field.name}:, `).join('')
  const instead = known ? `Use ${known}or put` : 'Put'
  return `“${name}:” is not a search field here. ${instead} the words in quotes to search for them literally.`
}

export const wholeAddress = (value: string): string | undefined =>
  isAddress(value) ? undefined : `“${value}” is not a complete address.`
export const isAddress = (text: string): boolean => /^\S+@\S+\.[^\s.]{2,}$/.test(text)

/** At least eight digits: fewer would match many IDs. */
export const isPartOfId = (text: string): boolean =>
  text.length <= 36 && /^[0-9a-f]{8,32}$/i.test(text.replaceAll('-', ''))

/** Text that starts like an ID but is not part of one. */
export const brokenId = (text: string): string | undefined =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text) && !isPartOfId(text) ? `“${text}” is not an ID or part of one.` : undefined
