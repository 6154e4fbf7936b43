/**
 * Activation's question: can contacts be led through this? Any JSON may come; every fault is told with its path. The
 * schemas of the contract say what each part looks like; here is the rest.
 */
import type { Fault } from '@posthorn/contract/errors'
import { WorkflowDefinition } from '@posthorn/contract/workflows/definition'
import { byType } from '@posthorn/contract/workflows/parts'
import { stepSchemas, type WorkflowStep } from '@posthorn/contract/workflows/steps'
import { type StepType, stepTypes } from '@posthorn/contract/workflows/words'
import { Type } from 'typebox'
import type { Trigger } from '#events/trigger.ts'
import { checkConnections } from './check-connections.ts'
import { checkConfig } from './check-step.ts'
import { checkTrigger } from './check-trigger.ts'
import { checkWays, fillInSends } from './check-ways.ts'
import type { Context, References, StepTypes } from './context.ts'
import type { Definition, Step } from './definition.ts'
import { complain, type Field, inside, isObject, type Reader, readerOf } from './field.ts'
import { Graph } from './graph.ts'
import { deepestJson, isDeeperThan } from './json-texts.ts'

export type Unchecked = { trigger_type?: unknown; trigger_config?: unknown; workflow_definition?: unknown }

export type CheckParts = Pick<Context, 'parse' | 'fields'> & { now: Date }

/** What it speaks of is for the caller to look up: the topics, segments and templates of its environment. */
export type Checked = { trigger: Trigger; definition: Definition; references: References }

export function checkWorkflow(workflow: Unchecked, { parse, now, fields }: CheckParts): Checked | Fault[] {
  const faults: Fault[] = []
  const references: References = { topics: [], segments: [], templates: [] }
  const trigger = checkTrigger(workflow, { faults, now, references, fields })
  const definition = checkDefinition({ path: 'workflow_definition', faults }, workflow.workflow_definition ?? {}, {
    parse,
    fields,
    trigger: faults.length === 0 ? trigger : undefined,
    types: new Map(),
    step: '',
    references,
    mentions: [],
  })
  return trigger && definition && faults.length === 0 ? { trigger, definition, references } : faults
}

/** The lists alone: a fault in one step says nothing about the others. */
const lists = WorkflowDefinition.properties
const readLists = readerOf(
  Type.Object({
    steps: Type.Unsafe<unknown[]>({ ...lists.steps, items: {} }),
    connections: Type.Optional(Type.Unsafe<unknown[]>({ ...lists.connections, items: {} })),
  }),
)

/** To compile what reads a step takes a while, so it is done for the types that are there. */
const readers = new Map<unknown, Reader<WorkflowStep>>(
  stepSchemas.map(schema => [schema.properties.type.const, readerOf(schema)]),
)
const refuseType = readerOf(
  byType(
    stepSchemas.map(({ properties: { type } }) => Type.Object({ type })),
    {},
  ),
)

function checkDefinition(field: Field, value: unknown, context: Context): Definition | undefined {
  if (isDeeperThan(deepestJson, value)) {
    complain(field, `must be at most ${deepestJson} levels deep`)
    return undefined
  }
  const given = readLists(field, value)
  if (!given) return undefined
  const list = inside(field, 'steps')
  const types = typesOf(list, given.steps)
  const whole = { ...context, types }
  const connections = checkConnections(inside(field, 'connections'), given.connections ?? [], types)
  const steps = given.steps.map((step, nth) => checkStep(inside(list, nth), step, whole))
  const nodes = [...types].flatMap(([key, type]) => (type ? [{ key, type }] : []))
  if (nodes.length < given.steps.length || !connections) return undefined

  const graph = new Graph(nodes, connections)
  checkWays(list, graph, whole.mentions)
  return { steps: fillInSends(list, graph, steps), connections }
}

/** Keys and types first: connections and conditions speak of them. */
function typesOf(field: Field, steps: readonly unknown[]): StepTypes {
  const types = new Map<string, StepType | undefined>()
  const places = new Map<string, Field>()
  for (const [nth, step] of steps.entries()) {
    const { key, type }: { key?: unknown; type?: unknown } = Object(step)
    if (typeof key !== 'string') continue
    const other = places.get(key)
    if (other) complain(inside(field, `${nth}.key`), `must be used once: ${other.path} has the same key`)
    else places.set(key, inside(field, nth))
    types.set(
      key,
      stepTypes.find(known => known === type),
    )
  }
  return types
}

function checkStep(field: Field, value: unknown, context: Context): Step | undefined {
  const read = readers.get(Object(value).type)
  if (!read) refuseType(field, value)
  const step = read?.(field, withConfig(value))
  return step && checkConfig(step, inside(field, 'config'), { ...context, step: step.key })
}

/** A config that is left out has no fields: what it must have is asked for by name. */
const withConfig = (step: unknown): unknown =>
  isObject(step) && step.config === undefined ? { ...step, config: {} } : step
