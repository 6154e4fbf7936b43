/** Changes to a definition; each returns a new one. Connections never lead to missing steps. */
import { workflowFormats } from '@posthorn/contract/workflows/formats'
import type { WorkflowStepOf } from '@posthorn/contract/workflows/steps'
import type { StepType } from '@posthorn/contract/workflows/words'
import { type Config, type Connection, type Definition, isObject, type Step, wayOf, waysOf } from '../definition.ts'

/** Where a step is added: the way out of another step; undefined for the start. */
export type Spot = { from: string; way: string } | undefined

const firstConfigs: { [T in StepType]?: WorkflowStepOf<T>['config'] } = {
  delay: { days: 1 },
  wait_for_event: { event: 'email.opened', timeout: { days: 3 } },
  condition: { field: 'contact.email_subscribed', operator: 'eq', value: true },
}

/** A short unused key: email, email_2, … */
export function freeKey({ steps }: Definition, type: StepType): string {
  const word = type.replace(/^send_|_for_event$/g, '')
  for (let nth = 1; ; nth++) {
    const key = nth === 1 ? word : `${word}_${nth}`
    if (!steps.some(step => step.key === key)) return key
  }
}

/** A new message starts with the sender of the last message of its type. */
function senderOf({ steps }: Definition, type: StepType): Config {
  const from = steps.findLast(step => step.type === type)?.config.from
  return typeof from === 'string' ? { from } : {}
}

/** Inserts a new step at a spot. The step that followed the spot then follows the new step. */
export function addStep(definition: Definition, type: StepType, spot: Spot): { definition: Definition; key: string } {
  const key = freeKey(definition, type)
  const { steps, connections } = definition
  const step: Step = { key, type, config: firstConfigs[type] ?? senderOf(definition, type) }
  const at = spot ? steps.findIndex(one => one.key === spot.from) + 1 : 0
  const behind = spot ? connections.find(one => isAt(one, spot))?.to : firstKey(definition)
  const added: Connection[] = spot ? [connection(spot.from, key, spot.way)] : []
  const [way] = waysOf(type)
  if (behind !== undefined && way !== undefined) added.push(connection(key, behind, way))
  const others = spot ? connections.filter(one => !isAt(one, spot)) : connections
  return {
    definition: { ...definition, steps: steps.toSpliced(at, 0, step), connections: [...others, ...added] },
    key,
  }
}

const firstKey = ({ steps, connections }: Definition): string | undefined =>
  (steps.find(({ key }) => !connections.some(({ to }) => to === key)) ?? steps[0])?.key

/** Removes a step. The steps before it are reconnected to the target of its first way. */
export function removeStep(definition: Definition, key: string): Definition {
  const { steps, connections } = definition
  const step = steps.find(one => one.key === key)
  const outs = connections.filter(({ from }) => from === key)
  const order = waysOf(step?.type ?? '')
  const next = outs.toSorted((a, b) => order.indexOf(wayOf(a)) - order.indexOf(wayOf(b)))[0]?.to
  const healed = connections.flatMap(one => {
    if (one.from === key) return []
    if (one.to !== key) return [one]
    return next === undefined || next === key ? [] : [{ ...one, to: next }]
  })
  return { ...definition, steps: steps.filter(one => one !== step), connections: healed }
}

/** Connects a way to a step, or to nothing: then the run completes there. */
export function connect(definition: Definition, spot: NonNullable<Spot>, to: string | undefined): Definition {
  const others = definition.connections.filter(one => !isAt(one, spot))
  const added = to === undefined ? [] : [connection(spot.from, to, spot.way)]
  return { ...definition, connections: [...others, ...added] }
}

export const setConfig = (definition: Definition, key: string, config: Config): Definition => ({
  ...definition,
  steps: definition.steps.map(step => (step.key === key ? { ...step, config } : step)),
})

export const isKey = workflowFormats['step-key'].check

/** Changes the key of a step and every reference to it: connections, waits and conditions. */
export function renameStep(definition: Definition, key: string, name: string): Definition {
  const swap = (one: string) => (one === key ? name : one)
  return {
    ...definition,
    steps: definition.steps.map(step => ({
      ...step,
      key: swap(step.key),
      config: renamedIn(step, key, name),
    })),
    connections: definition.connections.map(one => ({ ...one, from: swap(one.from), to: swap(one.to) })),
  }
}

function renamedIn({ type, config }: Step, key: string, name: string): Config {
  if (type === 'wait_for_event') return config.step === key ? { ...config, step: name } : config
  return type === 'condition' ? renamedCondition(config, key, name) : config
}

function renamedCondition(condition: Config, key: string, name: string): Config {
  const { field } = condition
  const prefix = `steps.${key}.`
  const renamed =
    typeof field === 'string' && field.startsWith(prefix)
      ? { ...condition, field: `steps.${name}.${field.slice(prefix.length)}` }
      : condition
  const inside = (['all', 'any'] as const).flatMap(list => {
    const parts = condition[list]
    if (!Array.isArray(parts)) return []
    return [[list, parts.map((one: unknown) => (isObject(one) ? renamedCondition(one, key, name) : one))] as const]
  })
  return { ...renamed, ...Object.fromEntries(inside) }
}

const isAt = (one: Connection, { from, way }: NonNullable<Spot>): boolean => one.from === from && wayOf(one) === way

/** The type of a default way is omitted, as people write it. */
const connection = (from: string, to: string, way: string): Connection =>
  way === 'default' ? { from, to } : { from, to, type: way }
