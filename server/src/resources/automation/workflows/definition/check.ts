/** Activation's question: can contacts be led through this? Any JSON may come; every fault is told with its path. */
import type { Fault } from '@posthorn/contract/errors'
import type { Trigger } from '#events/trigger.ts'
import { checkWays, fillInSends } from './check-ways.ts'
import type { Context, References } from './context.ts'
import { type Definition, maxSteps, type StepType, stepTypes } from './definition.ts'
import { Graph } from './graph.ts'
import { readConnections } from './read-connections.ts'
import { readStep } from './read-step.ts'
import { readTrigger } from './read-trigger.ts'
import { complain, fieldsOf, type Place, readFilledList, readOneOf, readText } from './reading.ts'

export type Unchecked = { trigger_type?: unknown; trigger_config?: unknown; workflow_definition?: unknown }

export type CheckParts = {
  /** What is wrong with a text as Liquid, or undefined. */
  parse: (source: string) => string | undefined
  now: Date
}

/** What it speaks of is for the caller to look up: the topics and templates of its environment. */
export type Checked = { trigger: Trigger; definition: Definition; references: References }

export function checkWorkflow(workflow: Unchecked, { parse, now }: CheckParts): Checked | Fault[] {
  const faults: Fault[] = []
  const place = (path: keyof Unchecked): Place => ({ path, value: workflow[path], faults })
  const references: References = { topics: [], templates: [] }
  const config = place('trigger_config')
  const trigger = readTrigger({ config, type: place('trigger_type'), now, references })
  const definition = readDefinition(place('workflow_definition'), {
    parse,
    trigger: faults.length === 0 ? trigger : undefined,
    types: new Map(),
    step: '',
    references,
    mentions: [],
  })
  return trigger && faults.length === 0 ? { trigger, definition, references } : faults
}

function readDefinition(place: Place, context: Context): Definition {
  const before = place.faults.length
  const field = fieldsOf({ ...place, value: place.value ?? {} }, ['steps', 'connections'], 'open')
  const heads = readHeads(field('steps'))
  const types = new Map(heads.flatMap(({ key, type }) => (key === '' ? [] : [[key, type] as const])))
  const connections = readConnections(field('connections'), types)
  const isSound = place.faults.length === before

  const whole = { ...context, types }
  const steps = heads.flatMap(({ key, type, config }) => (type ? [readStep(key, type, config, whole)] : []))
  if (!isSound) return { steps, connections }
  const graph = new Graph(steps, connections)
  checkWays(field('steps'), graph, whole.mentions)
  return { steps: fillInSends(field('steps'), graph), connections }
}

type Head = { key: string; type: StepType | undefined; config: Place }

/** Keys and types first: connections and conditions speak of them. */
function readHeads(place: Place): Head[] {
  const known = new Map<string, string>()
  return readFilledList(place, maxSteps, one => {
    const field = fieldsOf(one, ['key', 'type', 'config'], 'open')
    const before = one.faults.length
    const type = readOneOf(field('type'), stepTypes)
    const isKnown = one.faults.length === before
    return { key: readKey(field('key'), one.path, known), type: isKnown ? type : undefined, config: field('config') }
  })
}

/** A key stands in paths such as steps.<key>.opened, so it has no dots. */
const keyForm = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

function readKey(place: Place, step: string, known: Map<string, string>): string {
  const key = readText(place)
  if (key === '') return ''
  const other = known.get(key)
  if (!keyForm.test(key))
    complain(place, 'must be 1 to 64 letters, digits, - and _, beginning with a letter or a digit')
  else if (other !== undefined) complain(place, `must be used once: ${other} has the same key`)
  known.set(key, other ?? step)
  return key
}
