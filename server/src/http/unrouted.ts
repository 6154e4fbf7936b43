import { allOperations } from '@posthorn/contract/operations'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Refusal } from '#refusal.ts'
import { sendRefusal } from './error-reply.ts'

const patterns = allOperations.map(({ method, path }) => ({
  method,
  path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** No route for this method and path: a known path names its methods, any other does not exist. */
export function answerUnrouted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? ''
  const known = patterns.filter(pattern => pattern.path.test(path)).map(pattern => pattern.method as string)
  if (known.length === 0) return sendRefusal(reply, notFound('route'))
  const methods = [...new Set(known.includes('GET') ? [...known, 'HEAD', 'OPTIONS'] : [...known, 'OPTIONS'])]
  reply.header('allow', methods.join(', '))
  if (request.method === 'OPTIONS') return reply.code(204).send()
  return sendRefusal(reply, new Refusal('method_not_allowed'))
}
