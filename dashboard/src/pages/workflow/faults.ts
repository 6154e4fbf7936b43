/** The server names what is wrong by its path; here a path becomes the step and the field it is about. */
import type { Fault } from '@posthorn/contract/errors'
import type { Definition } from './definition.ts'
import { isSameJson } from './same-json.ts'
import type { Content } from './use-editing.ts'
import { fieldName } from './words.ts'

export type Placed = {
  /** The key of a step, or 'trigger'; undefined for what is about the whole. */
  step: string | undefined
  /** Inside the config of the step, such as `timeout.days`; '' for the step itself. */
  field: string
  message: string
}

/** Keys never hold a space, so no step is ever called this. */
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

/** Those that nobody has touched since the server named them; it has the last word about the others. */
export const untouched = (placed: readonly Placed[], then: Content, now: Content): Placed[] =>
  placed.filter(({ step }) => isSameJson(partOf(then, step), partOf(now, step)))

/** What has to change to mend a fault: the trigger, a step with the ways out of it, or the whole. */
function partOf({ trigger: start, definition }: Content, step: string | undefined): unknown {
  if (step === undefined) return definition
  if (step === trigger) return start
  const own = definition.steps.find(({ key }) => key === step)
  return own && [own.type, own.config, definition.connections.filter(({ from }) => from === step)]
}

export const faultsOf = (placed: readonly Placed[], step: string | undefined): Placed[] =>
  placed.filter(one => one.step === step)

/** What is wrong with a field, or with something inside of it. */
export function faultAt(placed: readonly Placed[], field: string): string | undefined {
  const found = placed.find(one => one.field === field || one.field.startsWith(field + '.'))
  return found && sentence(found.message)
}

/** “must be a number” → “Must be a number.” */
export const sentence = (message: string): string => {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.?!]$/.test(text) ? text : text + '.'
}

/** A fault as it stands in a list: the field, then what is wrong with it. */
export const inFull = ({ field, message }: Placed): string =>
  field.includes('.')
    ? `${inWords(field)}: ${sentence(message)}`
    : sentence(field ? `${fieldName(field)} ${message}` : message)

/** The field as the form calls it, then where inside of it. */
const inWords = (field: string): string => {
  const [name = '', ...rest] = field.split('.')
  return [fieldName(name), ...rest].join('.')
}
