/** Authenticates people by session, where programs use an API key. */
import {
  environmentHeader,
  environmentParameter,
  organizationHeader,
  organizationParameter,
} from '@posthorn/contract/console/session-headers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Mode } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Member, Person, Visitor } from '#core/visitor.ts'
import type { ClientAddressOf } from '../limits/client-address.ts'
import { refuseForeignPage } from '../readers/own-page.ts'

type Scope = { organizationId: string; mode: Mode }

export type SessionDoor = {
  /** Undefined when there is no valid session. */
  findPerson(visitor: Visitor): Promise<Person | undefined>
  /** Undefined when the person is not a member. */
  enter(person: Person, place: Scope): Promise<Member | undefined>
  clientAddressOf: ClientAddressOf
  /** The origin of our own pages. */
  publicOrigin: string
}

/** A page may show it below what somebody has written. */
const signedOut = 'You are signed out. Sign in in another tab, then try again here.'

/** Undefined when the reply has already been sent, so that cookies can no longer be renewed. */
type Reply = FastifyReply | undefined

export function visitorOf(request: FastifyRequest, reply: Reply, door: SessionDoor): Visitor {
  const { headers } = request
  return {
    cookie: headers.cookie ?? '',
    address: door.clientAddressOf(request.socket.remoteAddress ?? '', textOf(headers['x-forwarded-for'])),
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
    isAnswered: reply === undefined,
    setCookies(cookies) {
      for (const cookie of cookies) reply?.header('set-cookie', cookie)
    },
    signedIn(personId) {
      request.signedIn = personId
    },
  }
}

export async function personOf(request: FastifyRequest, reply: Reply, door: SessionDoor): Promise<Person> {
  // API clients that forgot their key get the usual error. Browsers send a cookie until it expires, and our pages name the environment.
  const { cookie, [environmentHeader]: environment } = request.headers
  if (cookie === undefined && environment === undefined) throw new Refusal('unauthorized')
  // Without a cookie there is no session.
  const person = cookie === undefined ? undefined : await door.findPerson(visitorOf(request, reply, door))
  if (!person) throw new Refusal('unauthorized', { message: signedOut })
  refuseForeignPage(request, door.publicOrigin)
  return person
}

export async function memberOf(request: FastifyRequest, reply: Reply, door: SessionDoor): Promise<Member> {
  const person = await personOf(request, reply, door)
  const member = await door.enter(person, placeOf(request))
  if (!member) throw new Refusal('forbidden', { message: 'You do not belong to this organization.' })
  return member
}

/** Downloads, frames and event streams cannot set headers, so GET also takes query parameters. */
function placeOf({ method, headers, query }: FastifyRequest): Scope {
  const parameters: Record<string, unknown> = method === 'GET' ? Object(query) : {}
  const organizationId = textOf(headers[organizationHeader] ?? parameters[organizationParameter])
  const mode = textOf(headers[environmentHeader] ?? parameters[environmentParameter])
  if (organizationId !== undefined && (mode === 'live' || mode === 'test')) return { organizationId, mode }
  throw new Refusal('forbidden', {
    message: `With a session, set ${organizationHeader} to the organization and ${environmentHeader} to live or test.`,
  })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
