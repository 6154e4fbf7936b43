import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ErrorCode, errors } from '@posthorn/contract/errors'
import { drainAndClose } from '../body/drain-and-close.ts'
import { errorBody } from '../error-reply.ts'
import { securityHeaders } from '../security-headers.ts'
import { whenAnswered } from './pending-answers.ts'

const codeOf: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** After bytes that are not HTTP, everything else on the connection is broken too. */
const broken = new WeakSet<Socket>()

/**
 * Bytes that are not HTTP never reach a route. They still get an answer in our format, after the answers to the requests
 * before them, and then the connection is closed.
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  if (broken.has(socket)) return
  broken.add(socket)
  whenAnswered(socket, isAnswered => {
    if (isAnswered || !socket.writable) socket.destroySoon()
    else answerAndClose(socket, codeOf[error.code ?? ''] ?? 'invalid_request')
  })
}

/** Requests that Node answers itself or not at all: CONNECT, and those with an Expect. */
export function answerOddities(server: Server): void {
  server.on('connect', (_request, socket) => {
    // Node has released this socket: an unhandled error on it would end the process.
    socket.on('error', () => {})
    answerAndClose(socket, 'method_not_allowed')
  })
  server.on('checkExpectation', request => answerAndClose(request.socket, 'invalid_request'))
  server.on('checkContinue', (request, response) => {
    askForBodyOnRead(request, response)
    server.emit('request', request, response)
  })
}

/** A client that waits for 100 Continue may keep the body of a refused request, or send it late: the connection ends. */
function askForBodyOnRead(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close')
  const closeUnread = () => drainAndClose(request)
  response.prependOnceListener('finish', closeUnread)
  request.once('resume', () => {
    if (response.headersSent) return
    response.off('finish', closeUnread).removeHeader('connection')
    response.writeContinue()
  })
}

function answerAndClose(socket: Duplex, code: ErrorCode): void {
  const { status, message } = errors[code]
  const body = JSON.stringify(errorBody(code, message))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
    ...(status === 405 ? ['allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'] : []),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
