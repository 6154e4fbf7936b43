/** The font of all our pages, at a path that contains its hash. */
import { fontBytes, fontPath } from '@posthorn/look/font-file'
import type { FastifyInstance } from 'fastify'
import { packedFile, sendFile } from '../packed-file.ts'

const immutable = 'public, max-age=31536000, immutable'

export function fontRoute(app: FastifyInstance): void {
  const file = packedFile(fontBytes, 'font/woff2', immutable)
  app.get(fontPath, (request, reply) => sendFile(request, reply, file))
}
