/** The server names what is wrong by its path; here a path becomes the step and the field it is about. */
import type { Fault } from '@posthorn/contract/errors'
import type { Definition } from './definition.ts'

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
  field.includes('.') ? `${field}: ${sentence(message)}` : sentence(field ? `${field} ${message}` : message)
