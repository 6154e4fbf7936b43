/** Identifies the caller, counts the rate limit and checks the permission, all before the body is read. */
import { mayDo } from '@posthorn/contract/console/permissions'
import type { Operation } from '@posthorn/contract/operation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'
import type { Member, Visitor } from '#core/visitor.ts'
import { authenticate, guessCounter, type Identify } from './authentication.ts'
import type { TakeBody } from './body/take-body.ts'
import { memberOf, personOf, type SessionDoor, visitorOf } from './console/session-door.ts'
import type { KeyOf } from './door/door.ts'
import type { Asker } from './handler.ts'
import { applyLimitState, type CountRequest } from './limits/request-limit.ts'
import { refuseForeignPage } from './readers/own-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only API keys are accepted here, no sessions. */
    withKeyOnly?: true
    /** Reads the key where it is not a bearer token. */
    keyOf?: KeyOf
  }
  interface FastifyRequest {
    asker: Asker
    /** The browser behind a request for an operation of the console. */
    visitor: Visitor | null
  }
}

type Parts = {
  identify: Identify
  /** The same without the cache, for open streams. */
  identifyAnew: Identify | undefined
  /** Undefined where there is no console. */
  door: SessionDoor | undefined
  countRequest: CountRequest
  takeBody: TakeBody
  /** Called with each valid key, as the request carries it. */
  trust(key: string): void
}

export type Authorizer = {
  /** Checks key and rate limit but no permission, for a route that leads to many operations. */
  admitKey(request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  admit(operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<void>
  isStillAdmitted(request: FastifyRequest): Promise<boolean>
}

export function authorizer({ identify, identifyAnew, door, countRequest, takeBody, trust }: Parts): Authorizer {
  const guesses = guessCounter(() => performance.now())

  /** A request without a key may have a session. Requests with a key skip that lookup. */
  async function callerOf(request: FastifyRequest, reply: FastifyReply | undefined, find = identify) {
    if (door && request.headers.authorization === undefined) return memberOf(request, reply, door)
    return keyOf(request, find)
  }

  async function keyOf(request: FastifyRequest, find = identify): Promise<Caller> {
    const caller = await authenticate(request, find, guesses)
    const { keyOf } = request.routeOptions.config
    trust((keyOf ? keyOf(request.headers) : request.headers.authorization) ?? '')
    return caller
  }

  function askerOf({ access }: Operation, request: FastifyRequest, reply: FastifyReply): Promise<Asker> | null {
    if (access === undefined) return callerOf(request, reply)
    // Without a console, its operations have no routes.
    if (!door) throw new Refusal('not_found')
    request.visitor = visitorOf(request, reply, door)
    if (access === 'member') return memberOf(request, reply, door)
    if (access === 'person') return personOf(request, reply, door)
    refuseForeignPage(request, door.publicOrigin)
    return null
  }

  async function count(caller: Caller, reply: FastifyReply): Promise<void> {
    const standing = countRequest(caller)
    applyLimitState(reply, standing instanceof Promise ? await standing : standing)
  }

  return {
    async admitKey(request, reply) {
      const caller = await keyOf(request)
      request.asker = caller
      await count(caller, reply)
      takeBody(request, reply)
      return caller
    },

    async admit(operation, request, reply) {
      const { withKeyOnly } = request.routeOptions.config
      const asker = withKeyOnly ? await keyOf(request) : await askerOf(operation, request, reply)
      request.asker = asker
      if (isCaller(asker)) {
        await count(asker, reply)
        refuseWithoutPermission(asker, operation)
      }
      takeBody(request, reply)
    },

    /** Only a clear refusal ends a stream: an unavailable database says nothing about a key. */
    async isStillAdmitted(request) {
      const { operation } = request.routeOptions.config
      try {
        return operation !== undefined && mayAsk(await callerOf(request, undefined, identifyAnew), operation)
      } catch (error) {
        return !(error instanceof Refusal) || error.code === 'service_unavailable'
      }
    },
  }
}

/** A caller needs the permission that the operation names. Askers without an organization are checked for a session elsewhere. */
export function refuseWithoutPermission(asker: Asker, operation: Operation): void {
  if (isCaller(asker) && !mayAsk(asker, operation)) throw lacksPermission(asker, operation)
}

const isCaller = (asker: Asker): asker is Caller | Member => asker !== null && 'organizationId' in asker

const isMember = (caller: Caller): caller is Member => 'role' in caller

function mayAsk(caller: Caller, { permission }: Operation): boolean {
  if (permission === null) return true
  // A caller always needs a permission. Only operations for anyone or for any person name none.
  if (permission === undefined) return false
  const granted: ReadonlySet<string> = caller.permissions
  return isMember(caller) ? mayDo(caller.role, permission) : granted.has(permission)
}

function lacksPermission(caller: Caller, { permission }: Operation): Refusal {
  const who = isMember(caller) ? `Your role (${caller.role}) lacks` : 'This API key lacks the permission'
  return new Refusal('forbidden', { message: `${who} ${permission}.`, details: { permission } })
}
