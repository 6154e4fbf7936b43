/**
 * Reading what may be any JSON. Whoever reads complains about what it cannot use and goes on with something of the right
 * type, so that all faults are told at once; what was read is used only if there were none.
 */
import type { Fault } from '@posthorn/contract/errors'
import { formats } from '@posthorn/contract/formats'
import { isId } from '#core/id.ts'
import { findMeant } from '#core/near-miss.ts'

/** A value, where it stands, and where to complain about it. */
export type Place = { path: string; value: unknown; faults: Fault[] }

/** More than anybody reads; hostile input has hundreds of thousands. */
const most = 100
export const isFull = ({ faults }: Pick<Place, 'faults'>): boolean => faults.length >= most

export function complain(place: Place, message: string): void {
  if (!isFull(place)) place.faults.push({ path: place.path, message })
}

export const within = ({ path, faults }: Place, key: string | number, value: unknown): Place => ({
  path: path === '' ? String(key) : `${path}.${key}`,
  value,
  faults,
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A name of the caller's may be the whole request long; its beginning is enough to find it. */
const shorten = (name: string): string => name.slice(0, 76).toWellFormed()

export function entriesOf(place: Place): [string, Place][] {
  if (isObject(place.value)) {
    return Object.entries(place.value).map(([name, value]) => [name, within(place, shorten(name), value)])
  }
  complain(place, 'must be an object')
  return []
}

/**
 * The fields of an object. Of others, near misses are always refused; the rest only in `settings`, where one that has no
 * effect would be a promise not kept. Beside a step, an editor may keep what it likes.
 */
export function fieldsOf<K extends string>(
  place: Place,
  known: readonly K[],
  kind: 'settings' | 'open' = 'settings',
): (key: K) => Place {
  const { value } = place
  if (!isObject(value)) {
    wrongType(place, 'an object')
    const unheard: Fault[] = []
    return key => ({ ...within(place, key, undefined), faults: unheard })
  }
  for (const key of Object.keys(value)) {
    if (isFull(place)) break
    if (!known.some(name => name === key)) refuseUnknown(within(place, shorten(key), undefined), key, known, kind)
  }
  return key => within(place, key, Object.hasOwn(value, key) ? value[key] : undefined)
}

function refuseUnknown(place: Place, key: string, known: readonly string[], kind: 'settings' | 'open'): void {
  const meant = findMeant(key, known)
  if (meant) complain(place, `is not a field; did you mean ${meant}?`)
  else if (kind === 'settings')
    complain(
      place,
      known.length > 0 ? `is not a field here; there are ${known.join(', ')}` : 'is not a field here; there are none',
    )
}

/** Undefined stays away. */
type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The fields that have a value. */
export const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T> // as: just that

export const optional = <T>(place: Place, read: (place: Place) => T): T | undefined =>
  place.value === undefined ? undefined : read(place)

export const wrongType = (place: Place, expected: string): void =>
  complain(place, place.value === undefined ? 'is required' : `must be ${expected}`)

export function readString(place: Place, longest = 256): string {
  const { value } = place
  if (typeof value !== 'string') wrongType(place, 'a string')
  else if (value.length > longest) complain(place, `must have at most ${longest} characters`)
  else return value
  return ''
}

/** A string with something in it. */
export function readText(place: Place, longest = 256): string {
  const text = readString(place, longest)
  if (place.value === text && text.trim() === '') complain(place, 'must not be empty')
  return text.trim() === '' ? '' : text
}

export function readFlag(place: Place): boolean {
  if (typeof place.value === 'boolean') return place.value
  wrongType(place, 'true or false')
  return false
}

export function readFormat(place: Place, format: keyof typeof formats): string {
  const { check, expected } = formats[format]
  const text = place.value
  if (typeof text === 'string' && check(text)) return text
  complain(place, text === undefined ? 'is required' : expected)
  return ''
}

export function readId(place: Place, noun: string): string {
  if (typeof place.value === 'string' && isId(place.value)) return place.value
  wrongType(place, `the id of a ${noun}`)
  return ''
}

export function readOneOf<T extends string>(place: Place, words: readonly [T, ...T[]]): T {
  const { value } = place
  const found = words.find(word => word === value)
  if (found !== undefined) return found
  const meant = typeof value === 'string' ? findMeant(value, words) : undefined
  wrongType(place, `one of ${words.join(', ')}${meant ? `; did you mean ${meant}?` : ''}`)
  return words[0]
}

export function readList<T>(place: Place, longest: number, read: (place: Place) => T): T[] {
  const { value } = place
  if (!Array.isArray(value)) wrongType(place, 'an array')
  else if (value.length > longest) complain(place, `must have at most ${longest} entries`)
  else return value.map((item, index) => read(within(place, index, item)))
  return []
}

export function readFilledList<T>(place: Place, longest: number, read: (place: Place) => T): T[] {
  if (Array.isArray(place.value) && place.value.length === 0) complain(place, 'must not be empty')
  return readList(place, longest, read)
}
