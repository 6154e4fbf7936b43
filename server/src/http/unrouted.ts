/** Requests without a route: 405 with the allowed methods on a known path, otherwise 404. */
import { METHODS } from 'node:http'
import { allOperations } from '@posthorn/contract/all-operations'
import { allConsoleOperations } from '@posthorn/contract/console/all-operations'
import type { Method } from '@posthorn/contract/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { notFound, Refusal } from '#core/refusal.ts'
import { documentPaths } from './documents.ts'
import { sendRefusal } from './error-reply.ts'
import { healthPaths } from './health/health.ts'
import { methodsByPath } from './methods-by-path.ts'

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const plain = ['/', ...documentPaths, ...healthPaths].map(path => ({ method: 'GET' as Method, path }))
const routes = [...allOperations, ...allConsoleOperations, ...plain]
const methodsOf = methodsByPath(routes)

/** `showPage` answers a browser that opens an address of the dashboard. */
export function unroutedRoutes(app: FastifyInstance, showPage: ShowPage): void {
  // No path takes QUERY. By default Fastify would read its body, and refuse one without a type before our handlers run.
  if (METHODS.includes('QUERY')) app.addHttpMethod('QUERY', { hasBody: false, overrideExisting: true })
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? showPage(request, reply) : answerUnrouted(request, reply),
  )
  for (const path of new Set(routes.map(route => route.path).filter(path => !path.includes('{')))) {
    const taken = methods.filter(
      method =>
        !methodsOf(path).includes(method) && routes.some(one => one.method === method && isLike(one.path, path)),
    )
    if (taken.length > 0) {
      // `as`: Fastify has names for more methods. Without a route of its own here, HEAD would read `path` as an id.
      const method = [...taken, ...(taken.includes('GET') ? ['HEAD'] : [])] as HTTPMethods[]
      app.route({ method, url: path, exposeHeadRoute: false, handler: answerUnrouted })
    }
  }
}

/** Whether `path` also matches another path that has an id. */
const isLike = (other: string, path: string): boolean =>
  new RegExp(`^${other.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

export type ShowPage = (request: FastifyRequest, reply: FastifyReply) => unknown

/** Paths without dashboard pages, whatever a browser accepts. */
const noPages =
  /^\/(v1|console|docs|openapi\.json|healthz|readyz|metrics|mcp|callbacks|attachments|assets|look|u|t)(\/|$)/

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isReading = method === 'GET' || method === 'HEAD'
  return isReading && (headers.accept ?? '').includes('text/html') && !noPages.test(url.split('?', 1)[0] ?? '')
}

function answerUnrouted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = methodsOf(request.url.split('?', 1)[0] ?? '')
  if (known.length === 0) return sendRefusal(reply, notFound('route'))
  const allowed = new Set([...known, ...(known.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])
  reply.header('allow', [...allowed].join(', '))
  if (request.method === 'OPTIONS') return reply.code(204).send()
  return sendRefusal(reply, new Refusal('method_not_allowed'))
}
