import { findMeant } from '#core/near-miss.ts'
import type { StepTypes } from './context.ts'
import { type Connection, type ConnectionType, connectionTypes, maxSteps, waysOut } from './definition.ts'
import { complain, fieldsOf, optional, type Place, readList, readOneOf, readText } from './reading.ts'

/** No step has more than two ways out. */
const maxConnections = 2 * maxSteps

/** A single step needs none. */
export function readConnections(place: Place, types: StepTypes): Connection[] {
  const taken = new Map<string, string>()
  return optional(place, list => readList(list, maxConnections, one => readConnection(one, types, taken))) ?? []
}

function readConnection(place: Place, types: StepTypes, taken: Map<string, string>): Connection {
  const field = fieldsOf(place, ['from', 'to', 'type'], 'open')
  const from = readEnd(field('from'), types)
  const to = readEnd(field('to'), types)
  const before = place.faults.length
  const type = optional(field('type'), one => readOneOf(one, connectionTypes)) ?? 'default'
  if (from === '' || place.faults.length > before) return { from, to, type }
  refuseOtherWays(field('type'), from, type, types)
  const way = `${from} ${type}`
  const other = taken.get(way)
  if (other === undefined) taken.set(way, place.path)
  else complain(place, `must not leave ${from} by ${type} again: ${other} does already`)
  return { from, to, type }
}

function readEnd(place: Place, types: StepTypes): string {
  const key = readText(place, 64)
  if (key === '' || types.has(key)) return key
  const meant = findMeant(key, [...types.keys()])
  complain(place, `must be the key of a step: there is no ${key}${meant ? `; did you mean ${meant}?` : ''}`)
  return ''
}

function refuseOtherWays(place: Place, from: string, type: ConnectionType, types: StepTypes): void {
  const own = types.get(from)
  const ways: readonly ConnectionType[] = own ? waysOut[own] : []
  if (own === undefined || ways.includes(type)) return
  if (ways.length === 0) complain(place, `must not be there: ${from} is an exit, where every run ends`)
  else complain(place, `must be ${ways.join(' or ')}: ${from} is ${own}`)
}
