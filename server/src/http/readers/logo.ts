/** Logos on pages for readers, at paths that contain their hash. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '#core/refusal.ts'
import { sendRefusal } from '../error-reply.ts'
import { refuseOthers } from '../other-methods.ts'

export type LogoDoor = {
  /** Undefined when there is no such logo. */
  read(hash: string): Promise<{ type: string; bytes: Buffer } | undefined>
}

export const logoPath = (hash: string): string => `/u/logo/${hash}`

const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  // An uploaded image: opened directly, the sandbox blocks everything, whatever type a browser guesses.
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
