import { type ErrorCode, errors } from '../errors.ts'
import { errorExample } from './error-example.ts'

/** Shared parts of the document: headers, the idempotency parameter and an example of each error. */

type Header = { description: string; schema: object; example?: unknown }

const seconds = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

const headers = {
  'x-request-id': {
    description: 'The id of this request in the logs of the service. Quote it when you report a problem.',
    schema: text,
  },
  'ratelimit-limit': { description: 'Requests this key can make per hour.', schema: seconds, example: 1000 },
  'ratelimit-remaining': { description: 'Requests left in the current hour.', schema: seconds, example: 982 },
  'ratelimit-reset': { description: 'Seconds until the current hour ends.', schema: seconds, example: 1740 },
  'idempotent-replayed': {
    description: 'Present when this is the answer to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'x-ignored-fields': {
    description: 'Unknown fields of the body that were ignored, separated by commas.',
    schema: text,
    example: 'colour, priority',
  },
  'retry-after': { description: 'Seconds to wait before the next attempt.', schema: seconds, example: 30 },
  'x-should-retry': {
    description: 'false when retrying the same request cannot succeed.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'www-authenticate': { description: 'How to authenticate.', schema: text, example: 'Bearer' },
} satisfies Record<string, Header>

export type HeaderName = keyof typeof headers

export const headerRefs = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))

export const rateLimitHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const

/** The headers of an error with this status. Those of the limit come once the key is known. */
export function errorHeaders(status: number): HeaderName[] {
  const more: Record<number, readonly HeaderName[]> = {
    401: ['www-authenticate'],
    409: ['x-should-retry'],
    429: ['retry-after', 'x-should-retry'],
    503: ['retry-after'],
  }
  const isBeforeKey = [401, 408, 431, 503].includes(status)
  return ['x-request-id', ...(isBeforeKey ? [] : rateLimitHeaders), ...(more[status] ?? [])]
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to retry: for 24 hours, the same key with the same request returns the same answer, and nothing happens twice.',
  schema: { type: 'string', minLength: 1, maxLength: 256, pattern: '^[ -~]+$' },
  example: 'welcome-ada-2026-11-15',
}

export const idempotencyKeyRef = { $ref: '#/components/parameters/IdempotencyKey' }

export const exampleRef = (code: ErrorCode) => ({ $ref: `#/components/examples/${code}` })

const exampleOf = (code: ErrorCode) => ({ summary: errors[code].message, value: errorExample(code) })

export const sharedParts = (codes: ReadonlySet<ErrorCode>) => ({
  parameters: { IdempotencyKey: idempotencyKey },
  headers,
  examples: Object.fromEntries([...codes].map(code => [code, exampleOf(code)])),
  securitySchemes: {
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An API key. A key that starts with tx_live_ sends real messages. A key that starts with tx_test_ simulates them, on separate data.',
    },
  },
})
