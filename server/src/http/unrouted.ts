/** What has no route: a known path names its methods, any other does not exist. */
import type { Method } from '@posthorn/contract/operation'
import { allOperations } from '@posthorn/contract/operations'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { notFound, Refusal } from '#refusal.ts'
import { documentPaths } from './documents.ts'
import { sendRefusal } from './error-reply.ts'
import { healthPaths } from './health.ts'

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const plain = [...documentPaths, ...healthPaths].map(path => ({ method: 'GET' as Method, path }))
const routes = [...allOperations, ...plain].map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** A fixed path is never taken for one with an id in it: /v1/contacts/lookup is not the contact "lookup". */
function methodsOf(path: string): Method[] {
  const fixed = routes.filter(route => route.path === path)
  const matching = fixed.length > 0 ? fixed : routes.filter(route => route.pattern.test(path))
  return matching.map(route => route.method)
}

export function unroutedRoutes(app: FastifyInstance): void {
  app.setNotFoundHandler(answerUnrouted)
  for (const path of new Set(routes.map(route => route.path).filter(path => !path.includes('{')))) {
    const taken = methods.filter(
      method =>
        !methodsOf(path).includes(method) && routes.some(one => one.method === method && one.pattern.test(path)),
    )
    if (taken.length > 0) {
      app.route({ method: taken as HTTPMethods[], url: path, exposeHeadRoute: false, handler: answerUnrouted })
    }
  }
}

function answerUnrouted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = methodsOf(request.url.split('?', 1)[0] ?? '')
  if (known.length === 0) return sendRefusal(reply, notFound('route'))
  const allowed = new Set([...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])
  reply.header('allow', [...allowed].join(', '))
  if (request.method === 'OPTIONS') return reply.code(204).send()
  return sendRefusal(reply, new Refusal('method_not_allowed'))
}
