/** Lets a door call our operations within the process: nothing is parsed twice, and every check still applies. */
import { operations } from '@posthorn/contract/all-operations'
import type { ApiOperation } from '@posthorn/contract/operation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Idempotency } from '#core/idempotency.ts'
import { Replayed } from '#core/idempotency.ts'
import { invalid } from '#core/refusal.ts'
import { refuseWithoutPermission } from '../authorization.ts'
import { type ClientOf, changeOf } from '../change-of.ts'
import type { Handlers } from '../handler.ts'
import { checkOf } from '../input/read-input.ts'
import type { AnyHandler } from '../operation-route.ts'
import type { Ask, IdPage } from './door.ts'

type Asked = { request: FastifyRequest; reply: FastifyReply; idempotency: Idempotency | undefined }
type Asking = { params?: object; query?: object; body?: unknown; page?: IdPage; part?: number }

export function askerFor(handlers: Handlers, client: ClientOf) {
  return ({ request, reply, idempotency }: Asked): Ask => {
    async function ask(id: keyof Handlers, { params = {}, query, body, page, part }: Asking = {}) {
      const operation: ApiOperation = operations[id]
      refuseWithoutPermission(request.asker, operation)
      if (operation.query) check(operation.query, 'query', query ?? {}, 0)
      if (operation.body) check(operation.body, 'body', body, request.bodyBytes)
      const change = changeOf(operation, request, client, params)
      const { trace } = request
      const context = {
        id: request.id,
        ...(operation.idempotent && idempotency && { idempotency: partOf(idempotency, operation.id, part) }),
        ...(change && { change }),
        ...(trace && { trace }),
      }
      // `as`: Handlers has a handler of the right type for each operation, and its input has been checked.
      const handler = handlers[id] as AnyHandler
      const answer = await handler(request.asker, { params, query: { ...query, ...page }, body }, context)
      if (!(answer instanceof Replayed)) return answer
      reply.header('idempotent-replayed', 'true')
      return answer.reply
    }
    // `as`: the reply types are those of the handlers.
    return ask as Ask
  }
}

function check(schema: NonNullable<ApiOperation['body']>, where: 'body' | 'query', value: unknown, bytes: number) {
  const faults = checkOf(schema, where)(value, bytes)
  if (faults.length > 0) throw invalid(...faults)
}

/** Idempotency per part of a request: a refused part may be retried, an accepted part is not repeated. */
const partOf = ({ key, requestHash }: Idempotency, id: string, part: number | undefined): Idempotency => ({
  operation: part === undefined ? id : `${id} ${part}`,
  key,
  requestHash,
})
