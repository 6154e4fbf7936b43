import type { FastifyReply } from 'fastify'
import type { Caller } from '#core/caller.ts'
import { Refusal } from '#core/refusal.ts'

/** A key's rate limit for the hour after this request was counted. */
export type LimitState = { passed: boolean; limit: number; remaining: number; resetSeconds: number }

export type CountRequest = (caller: Caller) => Promise<LimitState> | LimitState

export function applyLimitState(reply: FastifyReply, { passed, limit, remaining, resetSeconds }: LimitState): void {
  reply
    .header('ratelimit-limit', limit)
    .header('ratelimit-remaining', remaining)
    .header('ratelimit-reset', resetSeconds)
  if (!passed) throw new Refusal('rate_limit_exceeded', { retryAfterSeconds: resetSeconds })
}
