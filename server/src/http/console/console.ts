/** The console: operations for people, checked and answered like those of the API, but no part of its documents. */
import { Readable } from 'node:stream'
import type { ConsoleOperation } from '@posthorn/contract/console/operation'
import { allConsoleOperations } from '@posthorn/contract/console/operations'
import { mayDo } from '@posthorn/contract/console/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Logger } from 'pino'
import { Refusal } from '#core/refusal.ts'
import type { Member, Person } from '#core/visitor.ts'
import { applyStanding, type CountRequest } from '../limits/request-limit.ts'
import { bodyReader, queryReader } from '../operation-route.ts'
import { refuseForeignPage } from '../readers/own-page.ts'
import { withoutIds } from '../validation/schema-ids.ts'
import type { ConsoleHandlers } from './console-handler.ts'
import { noteChange } from './console-log.ts'
import { memberOf, personOf, type SessionDoor, visitorOf } from './session-door.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    consoleOperation?: ConsoleOperation
  }
  interface FastifyRequest {
    asking: Person | Member | null
    /** Who has signed in by this request. */
    signedIn: string | null
  }
}

export type Console = { handlers: ConsoleHandlers; door: SessionDoor }
type Guards = { countRequest: CountRequest; takeBody(request: FastifyRequest, reply: FastifyReply): void; log: Logger }

export function consoleRoutes(app: FastifyInstance, { handlers, door }: Console, guards: Guards): void {
  app.register(async scope => {
    scope.decorateRequest('asking', null)
    scope.decorateRequest('signedIn', null)
    scope.addHook('onResponse', async (request, reply) => noteChange(guards.log, request, reply))
    scope.addHook('onRequest', async (request, reply) => {
      const { consoleOperation: operation } = request.routeOptions.config
      if (!operation) return
      request.asking = await admit(operation, request, reply)
      guards.takeBody(request, reply)
    })
    for (const operation of allConsoleOperations) scope.route(route(operation))
  })

  async function admit(operation: ConsoleOperation, request: FastifyRequest, reply: FastifyReply) {
    if (operation.access === 'anyone') {
      refuseForeignPage(request, door.publicOrigin)
      return null
    }
    if (operation.access === 'person') return personOf(request, reply, door)
    const member = await memberOf(request, reply, door)
    const standing = guards.countRequest(member)
    applyStanding(reply, standing instanceof Promise ? await standing : standing)
    if (operation.permission && !mayDo(member.role, operation.permission)) throw roleLacks(member, operation.permission)
    return member
  }

  function route(operation: ConsoleOperation): RouteOptions {
    const acceptQuery = operation.query && queryReader(operation.query)
    const acceptBody = operation.body && bodyReader(operation.body)
    const status = operation.status ?? 200
    // `as`: ConsoleHandlers has a handler of the right type for each, by its own definition.
    const handler = handlers[operation.id as keyof ConsoleHandlers] as (...given: unknown[]) => unknown
    return {
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      bodyLimit: operation.bodyLimit ?? 1024 * 1024,
      config: { consoleOperation: operation },
      ...(!operation.media && { schema: { response: { [status]: withoutIds(operation.reply) } } }),
      async handler(request, reply) {
        const input = {
          params: request.params,
          query: acceptQuery?.(request, reply),
          body: acceptBody?.(request, reply),
        }
        const answer = await handler(request.asking, input, visitorOf(request, reply, door))
        reply.code(status)
        return operation.media ? sendFile(reply, operation, answer) : reply.send(answer)
      },
    }
  }
}

/** `as`: what is no JSON comes piece by piece, as ConsoleHandler says. */
const sendFile = (reply: FastifyReply, { id, media = 'text/csv' }: ConsoleOperation, pieces: unknown) =>
  reply
    .type(`${media}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${id.replace(/^export/, '').toLowerCase()}.csv"`)
    .send(Readable.from(pieces as AsyncIterable<string>))

export const roleLacks = ({ role }: Member, permission: string): Refusal =>
  new Refusal('forbidden', { message: `Your role (${role}) lacks ${permission}.`, details: { permission } })
