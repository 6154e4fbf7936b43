/** Sample values for every variable, so that the preview shows something at once. */
import type { Loops } from './loops.ts'

type Values = Record<string, unknown>

const examples: Record<string, unknown> = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  code: '481502',
  link: 'https://example.com',
  url: 'https://example.com',
  amount: '42.00',
  date: 'January 31',
}

/** Adds a sample for each variable without a value; existing values are kept. */
export function withSamples(values: Values, variables: readonly string[], loops: Loops = {}): Values {
  const isList = (path: string) => Object.hasOwn(loops, path)
  const whole = variables.filter(path => isList(path) || !variables.some(other => other.startsWith(path + '.')))
  return whole.reduce((filled, path) => {
    const names = path.split('.')
    const name = names.at(-1) ?? ''
    const fields = isList(path) ? loops[path] : undefined
    return withSample(filled, names, fields ? [entry(name, fields), entry(name, fields)] : (examples[name] ?? name))
  }, values)
}

/** One entry of a list. */
const entry = (name: string, fields: readonly string[]): unknown => (fields.length > 0 ? withSamples({}, fields) : name)

/** The variables that have no value. */
export const missingOf = (values: Values, variables: readonly string[]): string[] =>
  variables.filter(path => {
    let at: unknown = values
    for (const name of path.split('.')) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
    return at === undefined
  })

/** Parses the typed values; returns a message if they are invalid. */
export function parseValues(typed: string): Values | string {
  if (typed.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(typed)
    return isObject(value) ? value : 'The values must be an object: {"first_name": "Ada"}.'
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not valid JSON.'
  }
}

function withSample(values: Values, [name = '', ...rest]: readonly string[], example: unknown): Values {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (rest.length === 0) return value === undefined ? { ...values, [name]: example } : values
  // A sample text is replaced if the variable turns out to have fields.
  const isFree = value === undefined || value === name
  if (!isFree && !isObject(value)) return values
  return { ...values, [name]: withSample(isObject(value) ? value : {}, rest, example) }
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
