/** The moves of a run through a definition that has been checked. */
import type { ConnectionType } from '@posthorn/contract/workflows/words'
import type { Definition, Step } from './definition.ts'

/** The one step that no connection leads to. */
export function firstStep({ steps, connections }: Definition): Step {
  const targets = new Set(connections.map(({ to }) => to))
  const first = steps.find(({ key }) => !targets.has(key))
  if (!first) throw new Error('A definition without a first step has not been checked.')
  return first
}

export const stepOf = ({ steps }: Definition, key: string): Step | undefined => steps.find(step => step.key === key)

/** Undefined where the way leads nowhere: there the run completes. */
export const nextOf = ({ connections }: Definition, key: string, way: ConnectionType): string | undefined =>
  connections.find(({ from, type }) => from === key && type === way)?.to
