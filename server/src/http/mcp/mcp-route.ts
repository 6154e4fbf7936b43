/**
 * The MCP endpoint for agents. It has no rules of its own: a tool calls an operation with the client's key, as over HTTP.
 * Requests are stateless, so any process can answer them.
 */
import { createHmac } from 'node:crypto'
import { defaultBodyLimit, defaultMaxValues } from '@posthorn/contract/operation'
import type { Ask, Asked } from '@posthorn/mcp/ask'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import { jsonParser } from '../body/body-parser.ts'
import { refuseOthers } from '../other-methods.ts'
import { refuseForeignHost } from './refuse-foreign-host.ts'

type Parts = {
  admitKey(request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  publicUrl: string
}

/** A tool's input is nested three levels deep: message, parameters, arguments. */
const limits = { maxDepth: 32 + 3, maxValues: defaultMaxValues }

/** A person decides what the agent may do, by the address in the agent's settings. */
const writeAccessHint = 'A person can allow more by connecting to /mcp?allow=write instead.'

export function mcpRoute(app: FastifyInstance, { admitKey, publicUrl }: Parts): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', jsonParser(limits))
    refuseOthers(scope, '/mcp', ['POST'])
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      refuseForeignHost(request, publicUrl)
      await admitKey(request, reply)
    }
    scope.post('/mcp', { bodyLimit: defaultBodyLimit, onRequest }, async (request, reply) => {
      const { body } = request
      // A list of calls would count as one request against the limits.
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        throw new Refusal('invalid_request', { message: 'Send one JSON-RPC message at a time.' })
      // Loaded on the first request: without agents it costs nothing.
      const { answerOverHttp } = await import('@posthorn/mcp/over-http')
      const connection = connectionOf(app, request)
      return sendResponse(reply, await answerOverHttp({ request: webRequest(request, publicUrl), body, connection }))
    })
  })
}

function connectionOf(app: FastifyInstance, request: FastifyRequest) {
  // `as`: admitKey has set a caller.
  const { mode, permissions } = request.asker as Caller
  const { allow } = Object(request.query)
  const key = request.headers.authorization ?? ''
  const secret = createHmac('sha256', key).update('posthorn mcp').digest()
  return { ask: askerFor(app, request), mode, permissions, mayWrite: allow === 'write', writeAccessHint, secret }
}

/** Calls within this process, with every check of an external request. */
const askerFor =
  (app: FastifyInstance, { headers, socket }: FastifyRequest): Ask =>
  async ({ method, path, body, idempotencyKey }: Asked) => {
    const passedOn = ['authorization', 'host', 'user-agent', 'x-forwarded-for']
    const answer = await app.inject({
      method,
      url: path,
      remoteAddress: socket.remoteAddress ?? '',
      headers: {
        ...Object.fromEntries(passedOn.flatMap(name => (headers[name] ? [[name, headers[name]]] : []))),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return { status: answer.statusCode, body: answer.json() }
  }

function webRequest({ method, url, headers }: FastifyRequest, publicUrl: string): Request {
  const single = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return new Request(new URL(url, publicUrl), { method, headers: Object.fromEntries(single) })
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  if (type) reply.type(type)
  return reply.code(response.status).send(await response.text())
}
