/** Maps the paths in the server's faults to steps and fields. */
import type { Fault } from '@posthorn/contract/errors'
import type { Content, Definition } from './definition.ts'
import { isSameJson } from './same-json.ts'
import { fieldName } from './words.ts'

export type Placed = {
  /** The key of a step, or `trigger`; undefined for faults of the whole definition. */
  step: string | undefined
  /** The path inside the config of the step, such as `timeout.days`; '' for the step itself. */
  field: string
  message: string
}

/** Keys never contain a space, so no step can have this key. */
export const trigger = ' trigger'

export function placeFault({ path, message }: Fault, { steps, connections }: Definition): Placed {
  const parts = path.replace(/^(body)?[./]?/, '').split('.')
  if (parts[0] === 'trigger_config') return { step: trigger, field: parts.slice(1).join('.'), message }
  if (parts[0] === 'trigger_type') return { step: trigger, field: 'type', message }
  const [, list, index = '', ...rest] = parts[0] === 'workflow_definition' ? parts : []
  const nth = Number(index || Number.NaN)
  const [step, connection] = [steps[nth], connections[nth]]
  if (list === 'steps' && step) return { step: step.key, field: fieldIn(rest), message }
  if (list === 'connections' && connection)
    return { step: connection.from, field: '', message: `its connection ${message}` }
  return { step: undefined, field: path.replace(/^(body[./])?workflow_definition\./, ''), message }
}

function fieldIn([name = '', ...rest]: readonly string[]): string {
  return name === 'config' ? rest.join('.') : [name, ...rest].join('.')
}

/** The faults of parts that have not changed since the server reported them. Changed parts are only checked again on save. */
export const untouched = (placed: readonly Placed[], then: Content, now: Content): Placed[] =>
  placed.filter(({ step }) => isSameJson(partOf(then, step), partOf(now, step)))

/** The part that a fault belongs to: the trigger, a step with its ways out, or the whole definition. */
function partOf({ trigger: start, definition }: Content, step: string | undefined): unknown {
  if (step === undefined) return definition
  if (step === trigger) return start
  const own = definition.steps.find(({ key }) => key === step)
  return own && [own.type, own.config, definition.connections.filter(({ from }) => from === step)]
}

export const faultsOf = (placed: readonly Placed[], step: string | undefined): Placed[] =>
  placed.filter(one => one.step === step)

/** The fault of a field or of something inside it. */
export function faultAt(placed: readonly Placed[], field: string): string | undefined {
  const found = placed.find(one => one.field === field || one.field.startsWith(field + '.'))
  return found && sentence(found.message)
}

/** “must be a number” → “Must be a number.” */
export const sentence = (message: string): string => {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.?!]$/.test(text) ? text : text + '.'
}

/** A fault in a list: the field, then the message. */
export const inFull = ({ field, message }: Placed): string =>
  field.includes('.')
    ? `${inWords(field)}: ${sentence(message)}`
    : sentence(field ? `${fieldName(field)} ${message}` : message)

/** The label of the field, then the path inside it. */
const inWords = (field: string): string => {
  const [name = '', ...rest] = field.split('.')
  return [fieldName(name), ...rest].join('.')
}
