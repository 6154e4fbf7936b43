/** Checks the whole graph: its start, unreachable steps, loops without a delay, and references to steps that are not before. */
import { sendTypeOf } from '@posthorn/contract/workflows/words'
import type { Mention } from './context.ts'
import type { Step, StepOf } from './definition.ts'
import { addFault, type Field, inside } from './field.ts'
import type { Graph, Node } from './graph.ts'

export function checkWays(steps: Field, graph: Graph, mentions: readonly Mention[]): void {
  const placeOf = (key: string) =>
    inside(
      steps,
      graph.steps.findIndex(step => step.key === key),
    )
  const [first, ...others] = graph.starts
  if (!first) {
    addFault(
      steps,
      'must have one step that no connection leads to, where the workflow begins. Put one before the loop',
    )
    return
  }
  for (const { key } of others) {
    addFault(
      placeOf(key),
      `has no connection that leads to it, and neither has ${first.key}: a workflow begins with one step`,
    )
  }
  const reached = graph.after(graph.starts.map(({ key }) => key))
  for (const { key } of graph.steps) {
    if (!reached.has(key) && !graph.starts.some(start => start.key === key))
      addFault(placeOf(key), `is never reached from ${first.key}: connect it or take it out`)
  }
  for (const loop of graph.loopsWithoutDelay) {
    const [start = ''] = loop
    addFault(placeOf(start), `is in a loop without a delay: ${[...loop, start].join(' → ')}. Put a delay into it`)
  }
  for (const { path, by, step } of mentions) {
    if (!graph.isBefore(step, by))
      addFault({ ...steps, path }, `must be about a step before ${by}: no way leads from ${step} to it`)
  }
}

/** Fills in the step of a wait that names none, if exactly one send of the type is on every path to it. Undefined entries are steps with faults. */
export function fillInSends(field: Field, graph: Graph, steps: readonly (Step | undefined)[]): readonly Step[] {
  return steps.flatMap((step, index) => {
    if (!step) return []
    if (step.type !== 'wait_for_event' || step.config.step !== undefined) return step
    const wanted = step.config.event.map(sendTypeOf).find(type => type !== undefined)
    if (!wanted) return step
    const sends = graph.steps.filter(({ key, type }) => type === wanted && graph.isBefore(key, step.key))
    const [only] = sends
    if (only && sends.length === 1 && isOnEveryWay(graph, only.key, step.key))
      return { ...step, config: { ...step.config, step: only.key } } satisfies StepOf<'wait_for_event'>
    addFault(inside(field, `${index}.config.step`), whichOf(wanted, sends))
    return step
  })
}

const isOnEveryWay = (graph: Graph, passed: string, key: string): boolean =>
  !graph
    .after(
      graph.starts.map(start => start.key),
      passed,
    )
    .has(key)

function whichOf(wanted: string, sends: readonly Node[]): string {
  if (sends.length === 0) return `is required, and there is no ${wanted} step before this one: put one there`
  const keys = sends.map(({ key }) => key).join(', ')
  return `is required: the key of the ${wanted} step that is meant, such as ${keys}`
}
