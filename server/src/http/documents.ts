import { hash } from 'node:crypto'
import { allOperations } from '@posthorn/contract/all-operations'
import { errors } from '@posthorn/contract/errors'
import { openapi } from '@posthorn/contract/openapi/openapi'
import type { FastifyInstance } from 'fastify'
import { type PackedFile, packedFile, sendFile } from './packed-file.ts'
import { renderReference } from './reference/reference.ts'
import { referenceScript } from './reference/script.ts'

export const documentPaths = ['/docs', '/docs/guide', '/openapi.json']

/**
 * The API documents itself: /openapi.json for programs, /docs for people. Both load nothing from the network and are rendered on the first
 * request, which saves a twentieth of the startup time.
 */
export function documentRoutes(app: FastifyInstance, publicUrl: string): void {
  let document: PackedFile | undefined
  app.get('/openapi.json', async (request, reply) => {
    document ??= fileOf(JSON.stringify(openapi({ serverUrl: publicUrl })), 'application/json; charset=utf-8')
    return sendFile(request, reply, document)
  })
  let page: PackedFile | undefined
  const script = `'sha256-${hash('sha256', referenceScript, 'base64')}'`
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; script-src ${script}; frame-ancestors 'none'`
  app.get('/docs', async (request, reply) => {
    page ??= fileOf(
      renderReference({ operations: allOperations, errors, baseUrl: publicUrl }),
      'text/html; charset=utf-8',
    )
    return sendFile(request, reply.header('content-security-policy', policy), page)
  })
}

/** Revalidated on each request, and sent again only after an update. */
const fileOf = (text: string, type: string): PackedFile => packedFile(Buffer.from(text), type, 'no-cache')
