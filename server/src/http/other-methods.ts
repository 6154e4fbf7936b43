import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { Refusal } from '#core/refusal.ts'
import { sendRefusal } from './error-reply.ts'

const all: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Refuses every other method before the body is read. */
export function refuseOthers(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(reply.header('allow', allowed.join(', ')), new Refusal('method_not_allowed'))
  app.route({ method: all.filter(one => !allowed.includes(one)), url, onRequest: refuse, handler: refuse })
}
