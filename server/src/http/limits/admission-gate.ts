/** The first check of a request: when too many are in flight, more are rejected before routing, key lookup or queueing. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { errors } from '@posthorn/contract/errors'
import { answerBeforeOthers } from '../before-others.ts'
import type { KeyOf } from '../door/door.ts'
import { errorBody } from '../error-reply.ts'
import { healthPaths } from '../health/health.ts'
import { securityHeaders } from '../security-headers.ts'
import { Admission } from './admission.ts'

type Watch = { onTurnedAway(answer: { requestId: string; status: number; ms: number }): void }

export type AdmissionGate = {
  /** From now on, requests with this key count as a caller of their own: the key has turned out to be real. */
  trust(key: string): void
  /** Stops counting a request whose answer is endless. */
  release(request: IncomingMessage): void
  guard(server: Server, watch: Watch): void
}

const maxTrusted = 10_000

/** `keysOf`: how each door reads its key from the headers. */
export function admissionGate(nowMs: () => number, keysOf: readonly KeyOf[] = []): AdmissionGate {
  const admission = new Admission(nowMs)
  const trusted = new Set<string>()
  const leaving = new WeakMap<IncomingMessage, () => void>()

  /** Unknown keys count as their IP address. Otherwise one client could pose as a thousand callers. */
  function callerOf({ headers, socket }: IncomingMessage): string {
    const { authorization } = headers
    if (authorization !== undefined && trusted.has(authorization)) return authorization
    for (const keyOf of keysOf) {
      const key = keyOf(headers)
      if (key !== undefined && trusted.has(key)) return key
    }
    return socket.remoteAddress ?? ''
  }

  function enter(request: IncomingMessage, response: ServerResponse): boolean {
    const leave = admission.enter(callerOf(request))
    if (!leave) return false
    leaving.set(request, leave)
    response.once('close', () => release(request))
    return true
  }

  function release(request: IncomingMessage): void {
    leaving.get(request)?.()
    leaving.delete(request)
  }

  return {
    trust(key) {
      if (trusted.size >= maxTrusted) trusted.clear()
      trusted.add(key)
    },
    release,
    guard(server, { onTurnedAway }) {
      answerBeforeOthers(server, (request, response) => {
        if (healthPaths.includes(request.url ?? '') || enter(request, response)) return false
        onTurnedAway(turnAway(response))
        return true
      })
    },
  }
}

const { status } = errors.service_unavailable
const body = JSON.stringify(errorBody('service_unavailable', 'Too many requests at once. Try again shortly.'))
const headers = Object.entries({
  ...securityHeaders,
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(Buffer.byteLength(body)),
  'retry-after': '2',
}).flat()

function turnAway(response: ServerResponse) {
  const requestId = randomUUID()
  response.writeHead(status, [...headers, 'x-request-id', requestId]).end(body)
  return { requestId, status, ms: 0 }
}
