import { type ErrorCode, errors, type Fault } from '@posthorn/contract/errors'

type Extra = { message?: string; details?: unknown; retryAfterSeconds?: number; cause?: unknown }

/** A "no" that the caller can understand. The domain names the code; only http knows its status. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined
  /** The precise sentence, when there is a better one than the code's own. */
  readonly sentence: string | undefined

  constructor(code: ErrorCode, extra: Extra = {}) {
    super(extra.message ?? code, { cause: extra.cause })
    this.code = code
    this.details = extra.details
    this.sentence = extra.message
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

/** Nothing is wrong with what was asked: it waits until whoever runs the service has mended something. */
export class NeedsOperator extends Refusal {
  override name = 'NeedsOperator'

  constructor(message: string, cause: unknown) {
    super('service_unavailable', { message, cause })
  }
}

/** What a message waits for then, with the sentence behind it. */
export const operatorPrefix = 'the operator: '

export const notFound = (resource: string): Refusal =>
  new Refusal('not_found', { message: `No such ${resource.replaceAll('_', ' ')}.`, details: { resource } })

export const invalid = (...faults: Fault[]): Refusal => new Refusal('validation_error', { details: faults })

/** What cannot go while something else needs it; `uses` are what does, in words. */
export const inUse = (name: string, uses: readonly string[]): Refusal =>
  new Refusal('invalid_state', {
    message: `${name} is used by ${uses.join(', ')}. Take it out there first.`,
    details: { used_by: uses },
  })

const longestWords = 2_000

/** In sentences, for what is written down: there nobody reads codes or lists of faults. */
export function inWords({ code, sentence, details }: Refusal): string {
  const faults = Array.isArray(details) ? details.filter(isFault).map(({ path, message }) => `${path} ${message}.`) : []
  const words = sentence ?? (faults.length > 0 ? faults.join(' ') : errors[code].message)
  return words.length > longestWords ? `${words.slice(0, longestWords - 1).toWellFormed()}…` : words
}

const isFault = (one: unknown): one is Fault =>
  typeof one === 'object' && one !== null && 'path' in one && 'message' in one
