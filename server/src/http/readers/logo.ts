/** The logos on pages of readers, at addresses that name their content. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '#core/refusal.ts'
import { sendRefusal } from '../error-reply.ts'
import { refuseOthers } from '../other-methods.ts'

export type LogoDoor = {
  /** Undefined where there is none. */
  read(hash: string): Promise<{ type: string; bytes: Buffer } | undefined>
}

export const logoPath = (hash: string): string => `/u/logo/${hash}`

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  // A picture that somebody uploaded: opened by itself it can do nothing, whatever a browser takes it for.
  'content-security-policy': "default-src 'none'; sandbox",
  'x-robots-tag': 'noindex',
}

export function logoRoute(app: FastifyInstance, door: LogoDoor): void {
  const url = logoPath(':hash')
  refuseOthers(app, url, ['GET', 'HEAD'])
  app.get(url, async (request: FastifyRequest<{ Params: { hash: string } }>, reply) => {
    const { hash } = request.params
    const logo = /^[0-9a-f]{64}$/.test(hash) ? await door.read(hash) : undefined
    if (!logo) return sendRefusal(reply, notFound('logo'))
    return reply.headers(headers).type(logo.type).send(logo.bytes)
  })
}
