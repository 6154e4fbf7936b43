/** Form bodies for doors. The schema of the operation defines how values are read. */
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalid, Refusal } from '#core/refusal.ts'
import { collectBody } from './collect-body.ts'
import { faultOfText } from './json-inspection.ts'

const form = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i

/** More than the fields of any operation. */
const maxValues = 200

/** Maps each name to its value, or to a list when it is repeated. */
export function parseForm(
  request: FastifyRequest,
  payload: Readable,
  done: (error: Error | null, body?: unknown) => void,
): void {
  const isForm = form.test(request.headers['content-type'] ?? '')
  collectBody(request, payload, {
    refusal: isForm ? undefined : new Refusal('unsupported_media_type', { message: 'The body must be a form.' }),
    done(error, bytes) {
      if (error) return done(error)
      request.bodyBytes = bytes.length
      const values = new URLSearchParams(bytes.toString('utf8'))
      if (values.size > maxValues)
        return done(new Refusal('invalid_request', { message: `The form has more than ${maxValues} values.` }))
      const faults = [...values].flatMap(faultsOf)
      if (faults.length > 0) return done(invalid(...faults))
      done(null, gathered(values))
    },
  })
}

function faultsOf([name, value]: [string, string]): { path: string; message: string }[] {
  const message = faultOfText(name) ?? faultOfText(value)
  return message ? [{ path: name.replaceAll('\0', ''), message }] : []
}

function gathered(values: URLSearchParams): Record<string, string | string[]> {
  const byName = new Map<string, string | string[]>()
  for (const [name, value] of values) {
    const before = byName.get(name)
    byName.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(byName)
}
