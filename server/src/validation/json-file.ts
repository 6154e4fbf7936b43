/** Files that people write: read whole, and every fault told at once with its place in the file. */
import { readFileSync } from 'node:fs'
import type { Fault } from '@posthorn/contract/errors'
import { fatal } from './fatal.ts'
import { findMeant } from './near-miss.ts'

/** A value of the file, where it stands there, and where to complain about it. */
export type Place = {
  path: string
  value: unknown
  faults: Fault[]
  /** What stands here is not shown on a screen. */
  isSecret?: boolean
}

/** What `read` makes of the file; it complains about whatever it cannot use. `what` names the file to its owner. */
export function readJsonFile<T>(what: string, file: string, read: (place: Place) => T): T {
  const faults: Fault[] = []
  const result = read({ path: '', value: parse(what, file), faults })
  if (faults.length === 0) return result
  const lines = faults.map(fault => `  ${fault.path || 'It'} ${fault.message}`)
  throw fatal(`${what} ${file} cannot be used:\n${lines.join('\n')}`)
}

function parse(what: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // The message quotes the file, which may hold secrets: only the place is told.
    if (error instanceof SyntaxError) throw fatal(`${what} ${file} is not JSON${placeOf(error)}.`)
    throw fatal(`${what} ${file} cannot be read: ${error instanceof Error ? error.message : error}`, error)
  }
}

const placeOf = ({ message }: SyntaxError): string => {
  const place = /at position \d+( \(line \d+ column \d+\))?/.exec(message)?.[0]
  return place ? `: see ${place.replace('at position', 'character')}` : ''
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const keysOf = ({ value }: Place): string[] => (isObject(value) ? Object.keys(value) : [])

/** The places in an object. In one that is none nothing more is complained about. */
export function fieldsOf(place: Place, expected: string): (key: string) => Place {
  const { path, value, faults } = place
  const isOne = isObject(value)
  if (!isOne) complain(place, expected)
  return key => ({
    path: within(path, key),
    value: isOne && Object.hasOwn(value, key) ? value[key] : undefined,
    faults: isOne ? faults : [],
    ...(place.isSecret && { isSecret: true }),
  })
}

/** `about` may stand anywhere, for people. */
export function refuseUnknown(place: Place, known: readonly string[], expected = known.join(', ')): void {
  for (const key of keysOf(place).filter(one => !['about', ...known].includes(one))) {
    const meant = findMeant(key, [...known, 'about'])
    const hint = meant ? `Did you mean ${meant}?` : `Here stands ${expected}, and "about" for people.`
    place.faults.push({ path: within(place.path, key), message: `is not known. ${hint}` })
  }
}

export function complain({ path, value, faults, isSecret }: Place, expected: string): void {
  const shown = value === undefined ? 'is missing: it must be' : 'must be'
  const given = value === undefined || isSecret ? '' : `, not ${JSON.stringify(value).slice(0, 60)}`
  faults.push({ path, message: `${shown} ${expected}${given}.` })
}

const within = (path: string, key: string): string => {
  if (!/^\w+$/.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}
