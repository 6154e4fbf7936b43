import type { ErrorBody, Fault } from '@posthorn/contract/errors'

/** The server refused a request or did not answer. `message` can be shown to people as it is. */
export class Failure extends Error {
  override name = 'Failure'
  readonly status: number
  readonly code: string
  /** What is wrong, by field. */
  readonly faults: Fault[]

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? `The server answered ${status}.`)
    this.status = status
    this.code = body.code ?? 'unknown'
    this.faults = Array.isArray(body.details) ? body.details.filter(isFault) : []
  }
}

/** No response: the server or the network is down. */
export const unreachable = () =>
  new Failure(0, { code: 'unreachable', message: 'Cannot reach the server. Check that it is running.' })

/** It may pass by itself: no answer, too many requests, or a server that is busy or restarts. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof Failure && (error.status === 0 || error.status === 429 || error.status >= 500)

function isFault(it: unknown): it is Fault {
  return typeof it === 'object' && it !== null && 'path' in it && 'message' in it
}

/** What is wrong with a field or a part of it (`to.0`), as a sentence for the form. */
export function faultOf(error: unknown, field: string): string | undefined {
  const fault = faultIn(error, field)
  return fault && toSentence(fault.message)
}

/** The same as a fault, with its line if it has one. */
export const faultIn = (error: unknown, field: string): Fault | undefined =>
  error instanceof Failure ? error.faults.find(({ path }) => path === field || path.startsWith(field + '.')) : undefined

/** The most precise message there is: the first field and what is wrong with it. */
export function sentenceOf(error: Error): string {
  const [first] = error instanceof Failure ? error.faults : []
  return first ? toSentence(`${first.path} ${first.message}`) : error.message
}

const toSentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1) + '.'

/** The faults of everything but these fields. */
export const faultsBeside = (error: Error, fields: readonly string[]): Fault[] =>
  error instanceof Failure
    ? error.faults.filter(({ path }) => !fields.some(field => path === field || path.startsWith(field + '.')))
    : []
