/** Reads request bodies. Size, depth, number of values and memory are limited while a body arrives. */
import type { Readable } from 'node:stream'
import { defaultMaxValues } from '@posthorn/contract/operation'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#core/refusal.ts'
import { collectBody } from './collect-body.ts'
import { readJsonBody } from './json-body.ts'
import { Inspection } from './json-inspection.ts'
import { JsonScanner } from './json-scanner.ts'

// Each character can match in only one way: ambiguity would be quadratic on hostile input.
const json = /^application\/json[ \t]*(?:;[ \t]*(?:charset=(?:"utf-8"|utf-8)[ \t]*)?)?$/i

type Done = (error: Error | null, body?: unknown) => void

type Parse = (request: FastifyRequest, payload: Readable, done: Done) => void

/** Without an operation, whatever the body is, the answer is that nothing takes it. */
export const ofOperation =
  (parse: Parse): Parse =>
  (request, payload, done) =>
    request.routeOptions.config.operation ? parse(request, payload, done) : done(null)

/** JSON in UTF-8. A body that the operation does not read is ignored. */
export function parseJson(request: FastifyRequest, payload: Readable, done: Done): void {
  const { body: schema, maxValues = defaultMaxValues } = request.routeOptions.config.operation ?? {}
  if (!schema) {
    collectBody(request, payload, { done: error => done(error) })
    return
  }
  const scanner = new JsonScanner({ maxDepth: 32 + wrappersOf(schema), maxValues })
  collectJson(request, payload, { scanner, inspection: new Inspection(), done })
}

/** For a route without an operation. What is in its texts becomes a request to an operation, which checks them. */
export const jsonParser =
  (limits: { maxDepth: number; maxValues: number }): Parse =>
  (request, payload, done) => {
    const inspection = new Inspection({ takesAnyText: true })
    collectJson(request, payload, { scanner: new JsonScanner(limits), inspection, done })
  }

type Parts = { scanner: JsonScanner; inspection: Inspection; done: Done }

function collectJson(request: FastifyRequest, payload: Readable, { scanner, inspection, done }: Parts): void {
  const read = (bytes: Buffer) => {
    request.bodyBytes = bytes.length
    return readJsonBody(bytes, scanner, inspection)
  }
  collectBody(request, payload, {
    refusal: wrongType(request),
    take: chunk => scanner.write(chunk),
    done: (error, bytes) => (error ? done(error) : settle(() => read(bytes), done)),
  })
}

/** For routes that parse the bytes themselves. */
export const takeBytes = (request: FastifyRequest, payload: Readable, done: Done): void =>
  collectBody(request, payload, { done })

/** Only a large body is parsed over several turns. */
function settle(read: () => unknown, done: Done): void {
  try {
    const body = read()
    if (body instanceof Promise) body.then(value => done(null, value), done)
    else done(null, body)
  } catch (error) {
    done(error as Error)
  }
}

function wrongType({ headers }: FastifyRequest): Refusal | undefined {
  const encoding = headers['content-encoding']
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity'
  return isPlain && json.test(headers['content-type'] ?? '') ? undefined : new Refusal('unsupported_media_type')
}

/** A field's value may nest 32 levels; the object around it and the array of a batch do not count. */
const wrappersOf = (schema: object): number => ('items' in schema ? 2 : 1)
