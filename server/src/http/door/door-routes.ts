/** The routes of a door, under its own path prefix. Errors have the format of the other service. */
import { operations } from '@posthorn/contract/all-operations'
import type { ApiOperation } from '@posthorn/contract/operation'
import { defaultBodyLimit } from '@posthorn/contract/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { withNamesOf } from '#validation/names-in-any-case.ts'
import { ofOperation } from '../body/body-parser.ts'
import { parseForm } from '../body/form-body.ts'
import { parseMultipart } from '../body/multipart-body.ts'
import type { ClientOf } from '../change-of.ts'
import { sendRefusal } from '../error-reply.ts'
import type { Handlers } from '../handler.ts'
import { readIdempotency } from '../input/idempotency-key.ts'
import { checkedBody, checkedQuery } from '../input/read-input.ts'
import { methodsByPath } from '../methods-by-path.ts'
import { askerFor } from './ask.ts'
import { Answer, type Door, type DoorOperation, type KeyOf } from './door.ts'

/** The time by the clock of the caller's environment. */
export type NowFor = (caller: Caller) => Promise<Date>

type Parts = {
  handlers: Handlers
  client: ClientOf
  nowFor: NowFor
  /** Turns an error into a refusal, and logs it. */
  refusalFor(error: unknown, request: FastifyRequest): Refusal
}

/** For forms, and for bodies that the operation does not read. */
const smallBodyLimit = 64 * 1024

export function doorRoutes(app: FastifyInstance, door: Door, { handlers, client, nowFor, refusalFor }: Parts): void {
  const prefix = `/${door.name}`
  const askFor = askerFor(handlers, client)
  const methodsOf = methodsByPath(door.operations)
  const keyOf: KeyOf = door.keyOf ?? (({ authorization }) => authorization)
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) =>
    sendRefusal(reply, refusal, door.describe(refusal, { hasKey: keyOf(request.headers) !== undefined }))

  app.register(
    async scope => {
      if (door.bodies === 'form') {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', ofOperation(parseForm))
      }
      if (door.operations.some(({ takesFile }) => takesFile))
        scope.addContentTypeParser('multipart/form-data', ofOperation(parseMultipart))
      scope.setErrorHandler((error, request, reply) => refuse(request, reply, refusalFor(error, request)))
      scope.setNotFoundHandler((request, reply) => {
        const path = request.url.split('?', 1)[0]?.slice(prefix.length) ?? ''
        const allowed = methodsOf(path)
        if (allowed.length === 0) return refuse(request, reply, nothingHere('The requested endpoint does not exist.'))
        return refuse(request, reply.header('allow', allowed.join(', ')), new Refusal('method_not_allowed'))
      })
      for (const { path, why } of door.unsupported) {
        const answer = async (request: FastifyRequest, reply: FastifyReply) => refuse(request, reply, nothingHere(why))
        for (const one of [path, `${path}/*`]) scope.all(toUrl(one), { onRequest: answer }, answer)
      }
      for (const operation of door.operations) scope.route(routeOf(door, operation, { askFor, nowFor }))
    },
    { prefix },
  )
}

function routeOf(
  { name, keyOf, bodies, ignoresCase }: Door,
  given: DoorOperation,
  { askFor, nowFor }: { askFor: ReturnType<typeof askerFor>; nowFor: NowFor },
): RouteOptions {
  const { method, path, query: querySchema, body: bodySchema, status = 200, takesFile } = given
  const ours: ApiOperation = operations[given.standsFor]
  // `as`: our operation under another path, with the door's schemas.
  const operation = { ...ours, method, path: `/${name}${path}`, query: querySchema, body: bodySchema } as ApiOperation
  return {
    method,
    url: toUrl(path),
    bodyLimit: bodySchema && bodies !== 'form' ? (ours.bodyLimit ?? defaultBodyLimit) : smallBodyLimit,
    config: { operation, withKeyOnly: true, ...(keyOf && { keyOf }), ...(takesFile && { takesFile }) },
    async handler(request, reply) {
      const named = (schema: TSchema, value: unknown) => (ignoresCase ? withNamesOf(schema, value) : value)
      const { url, bodyBytes } = request
      const query = querySchema ? checkedQuery(querySchema, { url, query: named(querySchema, request.query) }) : {}
      const body = bodySchema
        ? checkedBody(bodySchema, { bodyBytes, body: named(bodySchema, request.body) })
        : undefined
      const asked = readIdempotency(operation, request, body)
      const idempotency = asked instanceof Promise ? await asked : asked
      const ask = askFor({ request, reply, idempotency })
      // `as`: these routes require an API key, so the asker is a caller.
      const caller = request.asker as Caller
      const { requestsPerHour } = caller
      let time: Promise<Date> | undefined
      const now = () => (time ??= nowFor(caller))
      // `as`: every path parameter has a value.
      const params = request.params as Record<string, string>
      const answer = await given.answer({ params, query, body, headers: request.headers, requestsPerHour, now, ask })
      if (!(answer instanceof Answer)) return reply.code(status).send(answer)
      return reply.code(answer.status).headers(answer.headers).send(answer.body)
    },
  }
}

const toUrl = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const nothingHere = (message: string): Refusal => new Refusal('not_found', { message })
