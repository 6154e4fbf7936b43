/** Attachments of emails, at links that are valid for an hour and need no key. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseOthers } from '../other-methods.ts'

export type AttachmentDoor = {
  /** Refuses invalid and expired links. */
  read(token: string): Promise<{ filename: string; type: string; bytes: Buffer }>
}

const url = '/attachments/:token'

const headers = {
  // The content is untrusted: browsers save it as a file, and if one opens it, the sandbox blocks everything.
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

export function attachmentRoute(app: FastifyInstance, door: AttachmentDoor): void {
  refuseOthers(app, url, ['GET', 'HEAD'])
  app.get(url, async (request: FastifyRequest<{ Params: { token: string } }>, reply) => {
    const { filename, type, bytes } = await door.read(request.params.token)
    return reply.headers(headers).header('content-disposition', attachmentNamed(filename)).type(type).send(bytes)
  })
}

/** RFC 6266: an ASCII name, and the original one for clients that support RFC 8187. */
export function attachmentNamed(filename: string): string {
  const plain = filename.replaceAll(/[^ !#$&+.0-9A-Z^_`a-z~-]/g, '_')
  const encoded = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
