/** Logs each change that a person makes, and each failed sign-in. Only ids, no content. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isId } from '#core/id.ts'
import type { Asker } from '../handler.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The person that this request has signed in. */
    signedIn: string | null
  }
}

export function noteChange(log: Logger, request: FastifyRequest, { statusCode: status }: FastifyReply): void {
  const { operation } = request.routeOptions.config
  if (!operation?.access || operation.method === 'GET') return
  // Other refusals are free for the client, and could flood the log.
  if (status >= 400 && !(operation.access === 'anyone' && status === 401)) return
  const { asker, signedIn, id: requestId } = request
  const line = {
    operation: operation.id,
    status,
    ...idsOf(asker),
    ...(signedIn !== null && { person: signedIn }),
    ...(status < 400 && subjectOf(request)),
    requestId,
  }
  if (status < 400) log.info(line, 'changed in the dashboard')
  else log.warn(line, 'refused a sign-in to the dashboard')
}

function idsOf(asker: Asker): { person?: string; organization?: string } {
  if (asker === null) return {}
  if ('person' in asker) return { person: asker.person.id, organization: asker.organizationId }
  return 'id' in asker ? { person: asker.id } : {}
}

/** The object of the change, and the role that was granted. */
function subjectOf({ params, body }: FastifyRequest): { subject?: string; role?: string } {
  const { id } = Object(params)
  const { role } = Object(body)
  return { ...(typeof id === 'string' && isId(id) && { subject: id }), ...(typeof role === 'string' && { role }) }
}
