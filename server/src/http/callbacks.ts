/** Where carriers and providers report delivery results. They have no API key; their signature is checked. */
import type { FastifyInstance } from 'fastify'
import { notFound, Refusal } from '#core/refusal.ts'
import { takeBytes } from './body/body-parser.ts'
import type { TakeBody } from './body/take-body.ts'

export type CallbackRequest = {
  /** Path and query, unchanged. */
  url: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** Resolves when the report is committed. */
export type CallbackReader = (request: CallbackRequest) => Promise<CallbackAnswer>
/** By the name in the path. */
export type CallbackReaders = Pick<ReadonlyMap<string, CallbackReader>, 'get'>
type CallbackAnswer = { kind: 'taken'; type: string; body: string } | { kind: 'unauthorized' } | { kind: 'unreadable' }

/** SendGrid posts up to 768 kB of events at once; other reports are small. */
const maxBytes = 1024 * 1024

export function callbackRoutes(app: FastifyInstance, readers: CallbackReaders, takeBody: TakeBody): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', takeBytes)
    scope.addHook('onRequest', async (request, reply) => takeBody(request, reply))
    scope.post<{ Params: { name: string } }>('/callbacks/:name', { bodyLimit: maxBytes }, async (request, reply) => {
      const read = readers.get(request.params.name)
      if (!read) throw notFound('route')
      const answer = await read({
        url: request.url,
        headers: singleHeaders(request.headers),
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      })
      if (answer.kind === 'unauthorized')
        throw new Refusal('unauthorized', { message: 'The signature is missing, wrong or too old.' })
      if (answer.kind === 'unreadable') throw new Refusal('invalid_request', { message: 'This is not a known report.' })
      return reply.type(answer.type).send(answer.body)
    })
  })
}

/** A repeated header is dropped, since either value could be the signed one. */
const singleHeaders = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]))
