/** Moves through a checked definition. */
import type { ConnectionType } from '@posthorn/contract/workflows/words'
import type { Definition, Step } from './definition.ts'

/** The one step that no connection leads to. */
export function firstStep({ steps, connections }: Definition): Step {
  const targets = new Set(connections.map(({ to }) => to))
  const first = steps.find(({ key }) => !targets.has(key))
  if (!first) throw new Error('the definition has no first step')
  return first
}

export const stepOf = ({ steps }: Definition, key: string): Step | undefined => steps.find(step => step.key === key)

/** Undefined when there is no connection: there the run completes. */
export const nextOf = ({ connections }: Definition, key: string, way: ConnectionType): string | undefined =>
  connections.find(({ from, type }) => from === key && type === way)?.to
