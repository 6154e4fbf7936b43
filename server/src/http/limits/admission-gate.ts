/** The first that a request meets: too many at once are turned away before they are routed, looked up or queued. */
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
  /** Counts the requests that show this by themselves from now on: it has been found to be a real key. */
  trust(shown: string): void
  /** For an answer that goes on for ever: it is not waited for. */
  letGo(request: IncomingMessage): void
  guard(server: Server, watch: Watch): void
}

const maxTrusted = 10_000

/** `keysOf`: where the doors look for keys. */
export function admissionGate(nowMs: () => number, keysOf: readonly KeyOf[] = []): AdmissionGate {
  const admission = new Admission(nowMs)
  const trusted = new Set<string>()
  const leaving = new WeakMap<IncomingMessage, () => void>()

  /** Made-up keys count as one with all others from their address, or somebody could be a thousand callers. */
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
    response.once('close', () => letGo(request))
    return true
  }

  function letGo(request: IncomingMessage): void {
    leaving.get(request)?.()
    leaving.delete(request)
  }

  return {
    trust(shown) {
      if (trusted.size >= maxTrusted) trusted.clear()
      trusted.add(shown)
    },
    letGo,
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
