/** A scripted receiver: its answer to each address, and what it received. */
import type { EmailTransport, Outcome, Transmission } from '#transports/transport.ts'

type Answer = (address: string, transmission: Transmission) => Outcome | Promise<Outcome>

export type Scripted = EmailTransport & {
  /** Every transmission that has begun. */
  readonly begun: Transmission[]
  /** The addresses that received a copy, one entry for each copy. */
  readonly copies: string[]
}

const attempt = (reply: string) => ({ transport: 'scripted', host: 'mx.peer.test', reply, durationMs: 1 })

export const accepted: Outcome = { kind: 'accepted', attempt: attempt('250 2.0.0 Ok') }
export const deferred: Outcome = {
  kind: 'deferred',
  attempt: attempt('451 4.7.1 Greylisted'),
  because: 'message',
  inDoubt: false,
}
export const down: Outcome = {
  kind: 'deferred',
  attempt: attempt('421 4.3.2 Closing'),
  because: 'destination',
  inDoubt: false,
}
/** The message was complete and no answer came. */
export const unanswered: Outcome = {
  kind: 'deferred',
  attempt: attempt('connection reset'),
  because: 'message',
  inDoubt: true,
}
export const unknownMailbox: Outcome = {
  kind: 'rejected',
  attempt: attempt('550 5.1.1 No such user'),
  bounce: 'unknown_mailbox',
  suppress: true,
}
export const refusedByPolicy: Outcome = {
  kind: 'rejected',
  attempt: attempt('550 5.7.1 Not wanted'),
  bounce: 'policy',
  suppress: false,
}

const hasGot = (outcome: Outcome): boolean =>
  outcome.kind === 'accepted' || (outcome.kind === 'deferred' && outcome.inDoubt)

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** Recipients of one domain share a destination. The answer is known before the final dot; `afterDot` may delay it. */
export function scripted(
  answer: Answer = () => accepted,
  special: Partial<EmailTransport> & { maxConnections?: number; afterDot?: () => Promise<void> } = {},
): Scripted {
  const begun: Transmission[] = []
  const copies: string[] = []
  const { afterDot, maxConnections = 20, ...rest } = special
  return {
    name: 'scripted',
    accepted: 'delivered',
    groupOf: domainOf,
    destinationOf: address => ({ name: domainOf(address), maxRunning: maxConnections }),
    async send(transmission) {
      begun.push(transmission)
      const outcomes = await Promise.all(transmission.recipients.map(address => answer(address, transmission)))
      const takers = transmission.recipients.filter((_, index) => outcomes[index] && hasGot(outcomes[index]))
      if (takers.length === 0) return outcomes
      await transmission.beforeFinalDot()
      copies.push(...takers)
      await afterDot?.()
      return outcomes
    },
    [Symbol.asyncDispose]: async () => {},
    begun,
    copies,
    ...rest,
  }
}

/** Code that awaits it waits until it is opened. */
export function gate(): { open: () => void; passed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: () => resolve(), passed: promise }
}
