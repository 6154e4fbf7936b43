/** What the request log keeps of a request: enough to recognize it, but no recipients and no secrets. */
import type { Operation } from '@posthorn/contract/operation'
import type { TSchema } from 'typebox'
import { isId } from '#core/id.ts'

const maxPath = 300
const maxQuery = 500
const maxParameters = 20
const maxMessage = 500

/** A value in place of an id may be an address, so the parameter's name is shown instead. */
export function shownPath({ path }: Operation, params: unknown): string {
  const given: Record<string, unknown> = Object(params)
  return path
    .replaceAll(/\{(\w+)\}/g, (place, name) => {
      const value = given[name]
      return typeof value === 'string' && isId(value) ? value : place
    })
    .slice(0, maxPath)
}

const hidden = '…'

/** Shows numbers, times, ids and enum values, and hides every other value. Null when there is no query. */
export function shownQuery({ query: schema }: Operation, url: string): string | null {
  const start = url.indexOf('?')
  if (start < 0) return null
  const given = [...new URLSearchParams(url.slice(start + 1))].slice(0, maxParameters)
  const shown = given
    .filter(([name]) => /^[a-z_]{1,40}$/.test(name))
    .map(([name, value]) => `${name}=${isHarmless(propertyOf(schema, name), value) ? value : hidden}`)
  return shown.length > 0 ? shown.join('&').slice(0, maxQuery) : null
}

const propertyOf = (schema: TSchema | undefined, name: string): Record<string, unknown> =>
  Object(Object(Object(schema).properties)[name])

function isHarmless({ type, enum: words, format }: Record<string, unknown>, value: string): boolean {
  if (value.length > 64) return false
  if (isId(value)) return true
  if (Array.isArray(words)) return words.includes(value)
  if (type === 'integer' || type === 'number') return /^-?\d{1,6}$/.test(value)
  if (type === 'boolean') return value === 'true' || value === 'false'
  return format === 'date-time' && /^[\d:.TZ-]+$/.test(value)
}

type Refused = { message: string; details: unknown }

/** A refusal may repeat input, so addresses and numbers in it are hidden. */
export function shownMessage({ message, details }: Refused): string {
  const faults = Array.isArray(details) ? details.map(inWords).filter(Boolean) : []
  const text = faults.length > 0 ? faults.slice(0, 5).join('; ') : message
  return text
    .replaceAll(/[^\s@"'<>(]{1,200}@/g, `${hidden}@`)
    .replaceAll(/\+?\d{7,20}/g, hidden)
    .slice(0, maxMessage)
}

function inWords(fault: unknown): string {
  const { path, message } = Object(fault)
  return typeof path === 'string' && typeof message === 'string' ? `${path.slice(0, 80)}: ${message}` : ''
}
