import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '@posthorn/contract/errors'
import { errorBody } from './error-reply.ts'

const codeOf: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** What is not HTTP never reaches a route; it still gets an answer in our shape before the connection ends. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = codeOf[error.code ?? ''] ?? 'invalid_request'
  const { status, message } = errors[code]
  const body = JSON.stringify(errorBody(code, message))
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const reasons: Record<number, string> = { 408: 'Request Timeout', 431: 'Request Header Fields Too Large' }
