import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '#core/caller.ts'
import { networkOf } from '#core/networks.ts'
import { Refusal } from '#core/refusal.ts'
import { headerLines } from './input/header-lines.ts'

export type Identify = (key: string) => Promise<Caller | undefined> | Caller | undefined

const bearer = /^Bearer ([\x21-\x7e]{1,256})$/i
const bareKey = /^[\x21-\x7e]{1,256}$/

/** The key of the Authorization header. Undefined when there is none, or more than one. */
function bearerKey(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined || header.length > 300) return undefined
  return headerLines(request.raw, 'authorization') === 1 ? bearer.exec(header)?.[1] : undefined
}

export async function authenticate(
  request: FastifyRequest,
  identify: Identify,
  guesses: GuessCounter,
): Promise<Caller> {
  const { keyOf } = request.routeOptions.config
  const key = keyOf ? keyOf(request.headers) : bearerKey(request)
  if (key === undefined || !bareKey.test(key)) throw new Refusal('unauthorized')
  const found = identify(key)
  const caller = found instanceof Promise ? await found : found
  if (caller) return caller
  guesses.count(request.ip, key)
  throw new Refusal('unauthorized')
}

export type GuessCounter = { count(ip: string, key: string): void }

// Repeating the same wrong key is a mistake, not a guess: only different keys count.
const maxGuessesAMinute = 100
const maxAddresses = 1_000

/** More than 100 different unknown keys a minute from one address are guesses. */
export function guessCounter(nowMs: () => number): GuessCounter {
  const byAddress = new Map<string, { since: number; keys: Set<string> }>()

  function entryOf(address: string) {
    const found = byAddress.get(address)
    if (found && nowMs() - found.since < 60_000) return found
    const oldest = byAddress.keys().next().value
    if (byAddress.size >= maxAddresses && oldest !== undefined) byAddress.delete(oldest)
    byAddress.delete(address)
    const entry = { since: nowMs(), keys: new Set<string>() }
    byAddress.set(address, entry)
    return entry
  }

  return {
    count(ip, key) {
      const { since, keys } = entryOf(networkOf(ip))
      // A mistyped key may be close to a real one, so only a part of its hash is kept.
      const digest = hash('sha256', key, 'base64url').slice(0, 11)
      if (keys.size < maxGuessesAMinute) keys.add(digest)
      else if (!keys.has(digest)) {
        throw new Refusal('rate_limit_exceeded', {
          message: 'Too many different invalid API keys from this address.',
          retryAfterSeconds: (since + 60_000 - nowMs()) / 1000,
        })
      }
    },
  }
}
