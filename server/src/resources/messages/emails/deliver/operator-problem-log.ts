/** Logs problems that only the operator can fix, once an hour for each destination and reason. */
import type { Logger } from 'pino'
import { withoutAddresses } from '#core/addresses/email-address.ts'
import type { BounceClass } from '#core/returned-mail.ts'
import type { Outcome } from '#transports/transport.ts'

const againAfterMs = 3_600_000
const maxRemembered = 1_000

/** Bounces that mean that our own setup must be fixed first. */
const words: Partial<Record<BounceClass, string>> = {
  blocked: 'a receiver has blocked the address that mail is sent from: see the blocklist named in its reply',
  authentication: 'a receiver could not authenticate the sender of mail: check SPF, DKIM, DMARC and reverse DNS',
  relay_denied: 'a relay refuses to relay our mail: check the user name and the senders that it allows',
}

export function operatorProblemLog(log: Logger, nowMs = () => performance.now()) {
  const toldAt = new Map<string, number>()
  return (destination: string, outcome: Outcome): void => {
    const sentence = outcome.kind === 'rejected' ? words[outcome.bounce] : undefined
    if (outcome.kind !== 'rejected' || sentence === undefined) return
    const key = `${destination} ${outcome.bounce}`
    const before = toldAt.get(key)
    if (before !== undefined && nowMs() - before < againAfterMs) return
    if (toldAt.size >= maxRemembered) toldAt.clear()
    toldAt.set(key, nowMs())
    log.warn({ destination, reply: withoutAddresses(outcome.attempt.reply ?? '') }, sentence)
  }
}
