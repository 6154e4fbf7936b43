import type { FastifyRequest } from 'fastify'
import { Refusal } from '#refusal.ts'
import { readJsonBody } from './json-body.ts'

// One way to match each character: on hostile input a second one would make it quadratic.
const json = /^application\/json[ \t]*(?:;[ \t]*(?:charset=(?:"utf-8"|utf-8)[ \t]*)?)?$/i

/** A body that the operation does not read is ignored; any other must be JSON in UTF-8. */
export async function parseBody(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  const { operation, consoleOperation } = request.routeOptions.config
  const body = (operation ?? consoleOperation)?.body
  if (!body) return undefined
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new Refusal('unsupported_media_type')
  if (!json.test(request.headers['content-type'] ?? '')) throw new Refusal('unsupported_media_type')
  request.bodyBytes = bytes.length
  return readJsonBody(bytes, 32 + wrappersOf(body))
}

/** A field's value may nest 32 levels: the object around it does not count, nor the array around a batch. */
const wrappersOf = (schema: object): number => ('items' in schema ? 2 : 1)
