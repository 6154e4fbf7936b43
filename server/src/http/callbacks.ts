/** Where others report what became of what we handed them. They have no key of ours: their signature is checked. */
import type { FastifyInstance } from 'fastify'
import { notFound, Refusal } from '#core/refusal.ts'
import { takeBytes } from './body/body-parser.ts'
import type { TakeBody } from './body/take-body.ts'

export type CallbackRequest = {
  /** Path and query, as they came. */
  url: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** Resolves when what was reported is committed. */
export type CallbackReader = (request: CallbackRequest) => Promise<CallbackAnswer>
/** By the name in the address. */
export type CallbackReaders = Pick<ReadonlyMap<string, CallbackReader>, 'get'>
type CallbackAnswer = { kind: 'taken'; type: string; body: string } | { kind: 'unauthorized' } | { kind: 'unreadable' }

/** SendGrid posts up to 768 kB of events at once; any other report is small. */
const largest = 1024 * 1024

export function callbackRoutes(app: FastifyInstance, readers: CallbackReaders, takeBody: TakeBody): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', takeBytes)
    scope.addHook('onRequest', async (request, reply) => takeBody(request, reply))
    scope.post<{ Params: { name: string } }>('/callbacks/:name', { bodyLimit: largest }, async (request, reply) => {
      const read = readers.get(request.params.name)
      if (!read) throw notFound('route')
      const answer = await read({
        url: request.url,
        headers: singleHeaders(request.headers),
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      })
      if (answer.kind === 'unauthorized')
        throw new Refusal('unauthorized', { message: 'The signature is missing, wrong or too old.' })
      if (answer.kind === 'unreadable') throw new Refusal('invalid_request', { message: 'This is no report we know.' })
      return reply.type(answer.type).send(answer.body)
    })
  })
}

/** A header that came twice is no header: which of the two was signed? */
const singleHeaders = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]))
