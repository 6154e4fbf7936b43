import type { ErrorBody, Fault } from '@posthorn/contract/errors'

/** A refusal of the server, or its silence. `message` is written for people and can be shown as it is. */
export class Failure extends Error {
  override name = 'Failure'
  readonly status: number
  readonly code: string
  /** What is wrong with which field. */
  readonly faults: Fault[]

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? `The server answered ${status}.`)
    this.status = status
    this.code = body.code ?? 'unknown'
    this.faults = Array.isArray(body.details) ? body.details.filter(isFault) : []
  }
}

/** No answer at all: the server is down or the network is. */
export const unreachable = () =>
  new Failure(0, { code: 'unreachable', message: 'The server cannot be reached. Is it running?' })

function isFault(it: unknown): it is Fault {
  return typeof it === 'object' && it !== null && 'path' in it && 'message' in it
}

/** What is wrong with a field or with a part of it (`to.0`), as a sentence for the form that shows it. */
export function faultOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof Failure)) return undefined
  const fault = error.faults.find(({ path }) => path === field || path.startsWith(field + '.'))
  return fault && fault.message.charAt(0).toUpperCase() + fault.message.slice(1) + '.'
}

/** What is wrong with other parts than these fields. */
export const faultsBeside = (error: Error, fields: readonly string[]): Fault[] =>
  error instanceof Failure
    ? error.faults.filter(({ path }) => !fields.some(field => path === field || path.startsWith(field + '.')))
    : []
