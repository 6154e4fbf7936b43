import { type ErrorCode, errors, type Fault } from '@posthorn/contract/errors'

type Extra = { message?: string; details?: unknown; retryAfterSeconds?: number; cause?: unknown }

/** A "no" that the caller can understand. The domain names the code; only http knows its status. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined
  /** A more precise sentence than the default of the code. */
  readonly sentence: string | undefined

  constructor(code: ErrorCode, extra: Extra = {}) {
    super(extra.message ?? code, { cause: extra.cause })
    this.code = code
    this.details = extra.details
    this.sentence = extra.message
    this.retryAfterSeconds = extra.retryAfterSeconds
  }
}

/** The request is fine, but has to wait until the operator fixes something. */
export class NeedsOperator extends Refusal {
  override name = 'NeedsOperator'

  constructor(message: string, cause: unknown) {
    super('service_unavailable', { message, cause })
  }
}

/** The reason that a message waits then begins with this, followed by the sentence. */
export const operatorPrefix = 'the operator: '

export const notFound = (resource: string): Refusal =>
  new Refusal('not_found', { message: `No such ${resource.replaceAll('_', ' ')}.`, details: { resource } })

export const invalid = (...faults: Fault[]): Refusal => new Refusal('validation_error', { details: faults })

/** For an object that cannot be deleted while it is in use. `uses`: its users, in words. */
export const inUse = (name: string, uses: readonly string[]): Refusal =>
  new Refusal('invalid_state', {
    message: `${name} is used by ${uses.join(', ')}. First remove it there, or delete or cancel what uses it.`,
    details: { used_by: uses },
  })

const maxLength = 2_000

/** The refusal as sentences without codes, to store and show. */
export function inWords({ code, sentence, details }: Refusal): string {
  const faults = Array.isArray(details) ? details.filter(isFault).map(({ path, message }) => `${path} ${message}.`) : []
  const words = sentence ?? (faults.length > 0 ? faults.join(' ') : errors[code].message)
  return words.length > maxLength ? `${words.slice(0, maxLength - 1).toWellFormed()}…` : words
}

const isFault = (one: unknown): one is Fault =>
  typeof one === 'object' && one !== null && 'path' in one && 'message' in one
