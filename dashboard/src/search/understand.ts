/** What is typed into a search: words, and fields with values, as in `from:ada@acme.test tag:"two words" hello`. */

export type Field<Name extends string = string> = {
  name: Name
  /** As people read it. */
  label: string
  /** What can be chosen; without them anything can be typed that `wrong` has nothing against. */
  options?: readonly { value: string; label: string }[]
  /** What is wrong with a value, as a sentence. */
  wrong?: (value: string) => string | undefined
}
export type Values<Name extends string> = Partial<Record<Name, string>>

export type Understood<Name extends string> = {
  values: Values<Name>
  /** The words that belong to no field. */
  text: string
  /** The same as they were typed, with their quotes. */
  rest: string
  problem?: string
}

/** In characters, as the API has it. */
export const longestSearch = 256

/** A field may stand before a word or before words in quotes; what stands before // is an address. */
const piece = /(?:([a-z_]+):(?!\/\/))?("[^"]*"?|[^\s"]*)/gi

export function understand<Name extends string>(typed: string, fields: readonly Field<Name>[]): Understood<Name> {
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

/** Those of the address: typed by hand they may be anything. */
export function faultIn({ name, label, options, wrong }: Field, value: string): string | undefined {
  if (!value) return `Write what to look for behind ${name}:`
  if (options && !optionFor(options, value))
    return `“${value}” is not known as ${label.toLowerCase()}.${choiceOf(options)}`
  return unsearchable(value) ?? wrong?.(value)
}

/** What the API takes neither in words nor in fields: the field lets nobody type it, but an address may hold it. */
const unsearchable = (text: string): string | undefined =>
  text.length > longestSearch
    ? `Search for ${longestSearch} characters at most; these are ${text.length}.`
    : text.includes('\0')
      ? 'The character U+0000 cannot be searched for.'
      : undefined

/** By its value or, for people, by its name. */
const optionFor = (options: NonNullable<Field['options']>, value: string) =>
  options.find(option => option.value === value) ??
  options.find(option => [option.value, option.label].some(word => word.toLowerCase() === value.toLowerCase()))

/** Nobody types ids. */
function choiceOf(options: NonNullable<Field['options']>): string {
  const words = options.map(({ value }) => value).filter(value => value.length <= 20)
  return words.length > 0 ? ` Use ${words.join(', ')}.` : ''
}

const chosen = ({ options }: Field, value: string): string => (options && optionFor(options, value))?.value ?? value

function unknown(name: string, fields: readonly Field[]): string {
  const known = fields.map(field => `${field.name}:, `).join('')
  const instead = known ? `Use ${known}or put` : 'Put'
  return `“${name}:” is nothing to search by here. ${instead} the words in quotes to look for them as they are.`
}

export const wholeAddress = (value: string): string | undefined =>
  isAddress(value) ? undefined : `“${value}” is not a whole address.`
export const isAddress = (text: string): boolean => /^\S+@\S+\.[^\s.]{2,}$/.test(text)

/** Eight digits at least: fewer are in many ids. */
export const isPartOfId = (text: string): boolean =>
  text.length <= 36 && /^[0-9a-f]{8,32}$/i.test(text.replaceAll('-', ''))

/** Nothing but an id begins like this. */
export const brokenId = (text: string): string | undefined =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text) && !isPartOfId(text)
    ? `“${text}” is not an id, nor a part of one.`
    : undefined
