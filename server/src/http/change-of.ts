/** What the request tells the audit log about a change: who makes it, from where, and to which object. */
import type { Operation } from '@posthorn/contract/operation'
import type { FastifyRequest } from 'fastify'
import type { Change } from '#core/change.ts'
import { systemClock } from '#core/clock.ts'
import type { Asker } from './handler.ts'
import type { ClientAddressOf } from './limits/client-address.ts'

export type ClientOf = (request: FastifyRequest) => { address: string; userAgent: string | undefined }

/** The rest of a longer user agent does not help to identify anyone. */
const maxUserAgent = 200

export const clientOf =
  (addressOf: ClientAddressOf): ClientOf =>
  ({ socket, headers }) => ({
    address: addressOf(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString()),
    userAgent: headers['user-agent']?.slice(0, maxUserAgent),
  })

/** Undefined for an operation without an entry in the audit log. */
export function changeOf(
  { audit }: Operation,
  request: FastifyRequest,
  client: ClientOf,
  params: unknown = request.params,
): Change | undefined {
  if (typeof audit !== 'string') return undefined
  const { id: objectId } = Object(params)
  return {
    action: audit,
    ...actorOf(request.asker),
    ...client(request),
    ...(typeof objectId === 'string' && { objectId }),
    requestId: request.id,
    at: systemClock(),
  }
}

function actorOf(asker: Asker): Pick<Change, 'actor' | 'via' | 'organizationId' | 'environmentId'> {
  if (asker === null) return { actor: null, via: 'dashboard' }
  if (!('organizationId' in asker)) return { actor: { type: 'person', id: asker.id }, via: 'dashboard' }
  const { organizationId, environmentId } = asker
  const who = 'person' in asker ? { type: 'person', id: asker.person.id } : { type: 'key', id: asker.keyId }
  // `as`: one of the two literals above.
  return { actor: who as Change['actor'], via: 'person' in asker ? 'dashboard' : 'api', organizationId, environmentId }
}
