/**
 * A workflow's definition as the API stores it: any JSON while it is a draft. It is read leniently, so that hand-written
 * definitions open in the builder, and unknown parts are kept as they are.
 */
import { type StepType, stepExits, stepTypes } from '@posthorn/contract/workflows/words'

export type Config = Readonly<Record<string, unknown>>
/** A step can have other properties, too; the API ignores them. */
export type Step = { readonly key: string; readonly type: string; readonly config: Config }
export type Connection = { readonly from: string; readonly to: string; readonly type?: string }
export type Definition = { readonly steps: readonly Step[]; readonly connections: readonly Connection[] }
/** What is edited of a workflow. */
export type Content = { readonly trigger: Config; readonly definition: Definition }

export const isStepType = (type: string): type is StepType => stepTypes.some(one => one === type)
/** The ways out of a step, in display order. */
export const waysOf = (type: string): readonly string[] => (isStepType(type) ? stepExits[type] : ['default'])
export const wayOf = ({ type }: Connection): string => type ?? 'default'

const empty: Definition = { steps: [], connections: [] }

/** Undefined if the value does not consist of steps and connections. */
export function readDefinition(value: unknown): Definition | undefined {
  if (value === null || value === undefined) return empty
  if (!isObject(value)) return undefined
  const { steps = [], connections = [], ...rest } = value
  if (!Array.isArray(steps) || !Array.isArray(connections)) return undefined
  const read = steps.map(readStep)
  const keys = new Set(read.map(step => step?.key))
  if (read.some(step => !step) || keys.size < read.length || !connections.every(isConnection)) return undefined
  return { ...rest, steps: read.filter(step => step !== undefined), connections }
}

function readStep(value: unknown): Step | undefined {
  if (!isObject(value)) return undefined
  const { key, type, config = {} } = value
  if (typeof key !== 'string' || key === '' || typeof type !== 'string' || !isObject(config)) return undefined
  return { ...value, key, type, config }
}

const isConnection = (value: unknown): value is Connection =>
  isObject(value) &&
  typeof value.from === 'string' &&
  typeof value.to === 'string' &&
  (value.type === undefined || typeof value.type === 'string')

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const stepOf = ({ steps }: Definition, key: string | undefined): Step | undefined =>
  steps.find(step => step.key === key)

export const targetOf = ({ connections }: Definition, from: string, way: string): string | undefined =>
  connections.find(one => one.from === from && wayOf(one) === way)?.to

/** Steps without an incoming connection: the workflow starts with the first of them. */
export const startsOf = ({ steps, connections }: Definition): Step[] =>
  steps.filter(({ key }) => !connections.some(({ to }) => to === key))

/** All steps that lead to this one, directly or indirectly. */
export function before({ connections }: Definition, key: string): Set<string> {
  const found = new Set<string>()
  const open = [key]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const { from, to } of connections)
      if (to === at && !found.has(from)) {
        found.add(from)
        open.push(from)
      }
  return found
}
