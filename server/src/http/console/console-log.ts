/** A line for each change that a person makes, and for each sign-in that fails: ids alone, nothing of the content. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isId } from '#core/id.ts'

export function noteChange(log: Logger, request: FastifyRequest, { statusCode: status }: FastifyReply): void {
  const { consoleOperation: operation } = request.routeOptions.config
  if (!operation || operation.method === 'GET') return
  // Other refusals cost whoever asks nothing, and would fill the log.
  if (status >= 400 && !(operation.access === 'anyone' && status === 401)) return
  const { asking, signedIn, id: requestId } = request
  const isMember = asking !== null && 'person' in asking
  const line = {
    operation: operation.id,
    status,
    person: signedIn ?? (isMember ? asking.person.id : asking?.id),
    organization: isMember ? asking.organizationId : undefined,
    ...(status < 400 && subjectOf(request)),
    requestId,
  }
  if (status < 400) log.info(line, 'changed in the dashboard')
  else log.warn(line, 'not let into the dashboard')
}

/** Whom or what it was about, and which role they got. */
function subjectOf({ params, body }: FastifyRequest): { subject?: string; role?: string } {
  const { id } = Object(params)
  const { role } = Object(body)
  return { ...(typeof id === 'string' && isId(id) && { subject: id }), ...(typeof role === 'string' && { role }) }
}
