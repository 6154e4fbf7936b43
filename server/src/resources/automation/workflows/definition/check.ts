/**
 * Checks whether contacts can be led through a workflow. Accepts any JSON and reports every fault with its path. The contract's schemas check the
 * shape of each part; this checks the rest.
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
import { addFault, type Field, inside, isObject, type Reader, readerOf } from './field.ts'
import { Graph } from './graph.ts'
import { isDeeperThan, maxJsonDepth } from './json-texts.ts'

export type Unchecked = { trigger_type?: unknown; trigger_config?: unknown; workflow_definition?: unknown }

export type CheckParts = Pick<Context, 'parse' | 'fields'> & { now: Date }

/** The caller must look up the references: topics, segments and templates of its environment. */
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

/** Reads only the lists: a fault in one step must not hide faults in others. */
const lists = WorkflowDefinition.properties
const readLists = readerOf(
  Type.Object({
    steps: Type.Unsafe<unknown[]>({ ...lists.steps, items: {} }),
    connections: Type.Optional(Type.Unsafe<unknown[]>({ ...lists.connections, items: {} })),
  }),
)

/** One reader per type, because compiling a reader is slow. */
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
  if (isDeeperThan(maxJsonDepth, value)) {
    addFault(field, `must be at most ${maxJsonDepth} levels deep`)
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

/** Collects keys and types first, because connections and conditions refer to them. */
function typesOf(field: Field, steps: readonly unknown[]): StepTypes {
  const types = new Map<string, StepType | undefined>()
  const places = new Map<string, Field>()
  for (const [nth, step] of steps.entries()) {
    const { key, type }: { key?: unknown; type?: unknown } = Object(step)
    if (typeof key !== 'string') continue
    const other = places.get(key)
    if (other) addFault(inside(field, `${nth}.key`), `must be used once: ${other.path} has the same key`)
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

/** Treats a missing config as empty, so that missing fields are reported by name. */
const withConfig = (step: unknown): unknown =>
  isObject(step) && step.config === undefined ? { ...step, config: {} } : step
