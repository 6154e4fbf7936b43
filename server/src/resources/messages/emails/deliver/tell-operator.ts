/** What only the operator can mend is logged: once an hour for each destination and reason. */
import type { Logger } from 'pino'
import { withoutAddresses } from '#core/addresses/email-address.ts'
import type { BounceClass } from '#core/returned-mail.ts'
import type { Outcome } from '#transports/transport.ts'

const againAfterMs = 3_600_000
const maxRemembered = 1_000

/** Something of ours must be repaired before mail is taken. */
const words: Partial<Record<BounceClass, string>> = {
  blocked: 'a receiver has blocked the address that mail leaves from: see the list that its reply names',
  authentication: 'a receiver could not tell that mail is from its sender: check SPF, DKIM, DMARC and reverse DNS',
  relay_denied: 'a relay does not pass our mail on: check its user name and the senders that it allows',
}

export function operatorTeller(log: Logger, nowMs = () => performance.now()) {
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
