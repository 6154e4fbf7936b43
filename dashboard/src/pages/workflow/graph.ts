/** A definition as nodes and edges of the canvas. */
import type { Edge, Node } from '@xyflow/react'
import { type Definition, startsOf, stepOf, wayOf } from './definition.ts'
import { trigger } from './faults.ts'
import { layOut, nodeSize, rowHeight } from './layout.ts'

/** `selected` is a step, `line` a connection. */
export function graphOf(
  definition: Definition,
  selected: string | undefined,
  line: string | undefined,
): { nodes: Node[]; edges: Edge[] } {
  const spots = layOut(definition)
  const node = (id: string, type: string, position: { x: number; y: number }): Node => ({
    id,
    type,
    position,
    data: { key: id },
    selected: selected === id,
    // Known in advance, so nothing has to be measured and stored.
    ...nodeSize,
    measured: nodeSize,
    deletable: type === 'step',
  })
  const steps = definition.steps.map(({ key }) => node(key, 'step', spots.get(key) ?? { x: 0, y: 0 }))
  return {
    nodes: [node(trigger, 'trigger', { x: 0, y: -rowHeight }), ...steps],
    edges: [...beginnings(definition), ...ways(definition)].map(edge => ({ ...edge, selected: edge.id === line })),
  }
}

/** The edge from the trigger to the first step, which is not a connection in the definition. */
const beginnings = (definition: Definition): Edge[] =>
  startsOf(definition)
    .slice(0, 1)
    .map(({ key }) => ({
      id: trigger,
      type: 'add',
      source: trigger,
      sourceHandle: 'default',
      target: key,
      deletable: false,
      reconnectable: false,
      selectable: false,
      focusable: false,
    }))

const ways = (definition: Definition): Edge[] =>
  definition.connections
    .filter(({ from, to }) => stepOf(definition, from) && stepOf(definition, to))
    .map(connection => ({
      id: `${connection.from} ${wayOf(connection)}`,
      type: 'add',
      source: connection.from,
      sourceHandle: wayOf(connection),
      target: connection.to,
      reconnectable: 'target',
      ariaLabel: `From ${connection.from} to ${connection.to}`,
    }))
