import { hash } from 'node:crypto'
import { allOperations } from '@posthorn/contract/all-operations'
import { errors } from '@posthorn/contract/errors'
import { openapi } from '@posthorn/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { renderReference } from './reference/reference.ts'
import { referenceScript } from './reference/script.ts'

export const documentPaths = ['/docs', '/openapi.json']

/**
 * The API describes itself: for programs at /openapi.json, for people at /docs. Both need no network, and are made when somebody asks for
 * them first: they take a twentieth of the time that a start takes.
 */
export function documentRoutes(app: FastifyInstance, publicUrl: string): void {
  let document: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openapi({ serverUrl: publicUrl }))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  let page: string | undefined
  const script = `'sha256-${hash('sha256', referenceScript, 'base64')}'`
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src ${script}; frame-ancestors 'none'`
  app.get('/docs', async (_request, reply) => {
    page ??= renderReference({ operations: allOperations, errors, baseUrl: publicUrl })
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page)
  })
}
