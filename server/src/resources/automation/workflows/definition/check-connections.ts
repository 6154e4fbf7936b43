import { WorkflowConnection } from '@posthorn/contract/workflows/definition'
import { type ConnectionType, stepExits } from '@posthorn/contract/workflows/words'
import { findNearMiss } from '#core/near-miss.ts'
import type { StepTypes } from './context.ts'
import type { Connection } from './definition.ts'
import { addFault, type Field, inside, readerOf } from './field.ts'

const readConnection = readerOf(WorkflowConnection)

/** Undefined unless all connections are valid. */
export function checkConnections(field: Field, list: readonly unknown[], types: StepTypes): Connection[] | undefined {
  const taken = new Map<string, Field>()
  const connections = list.flatMap((value, nth) => checkConnection(inside(field, nth), value, types, taken) ?? [])
  return connections.length === list.length ? connections : undefined
}

function checkConnection(
  field: Field,
  value: unknown,
  types: StepTypes,
  taken: Map<string, Field>,
): Connection | undefined {
  const given = readConnection(field, value)
  if (!given) return undefined
  const { from, to, type = 'default' } = given
  const ends = [isStep(inside(field, 'from'), from, types), isStep(inside(field, 'to'), to, types)]
  const isRight = ends.every(Boolean) && isWayOut(inside(field, 'type'), from, type, types)
  if (!isRight) return undefined
  const other = taken.get(`${from} ${type}`)
  taken.set(`${from} ${type}`, other ?? field)
  if (!other) return { from, to, type }
  addFault(field, `must not leave ${from} by ${type}: ${other.path} already does`)
  return undefined
}

function isStep(field: Field, key: string, types: StepTypes): boolean {
  if (types.has(key)) return true
  const meant = findNearMiss(key, [...types.keys()])
  addFault(field, `must be the key of a step: there is no ${key}${meant ? `; did you mean ${meant}?` : ''}`)
  return false
}

function isWayOut(field: Field, from: string, way: ConnectionType, types: StepTypes): boolean {
  const type = types.get(from)
  const ways: readonly ConnectionType[] = type ? stepExits[type] : [way]
  if (ways.includes(way)) return true
  if (ways.length === 0) addFault(field, `must be removed: ${from} is an exit, where every run ends`)
  else addFault(field, `must be ${ways.join(' or ')}: ${from} is ${type}`)
  return false
}
