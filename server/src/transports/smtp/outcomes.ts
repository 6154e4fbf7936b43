/** Turns a transaction into an outcome for each recipient. Without a reply, the attempt describes the failure in the form of one. */
import type { Attempt, Outcome } from '../transport.ts'
import type { PeerFailure, PeerStage } from './peer-failure.ts'
import { classifyReply, deferralReason } from './replies/classify-reply.ts'
import { printReply, type Reply } from './replies/reply.ts'
import { isPositive, type Transaction } from './transaction.ts'

/** An attempt without the reply. */
export type AttemptFacts = Omit<Attempt, 'reply'>

export function outcomesOf(transaction: Transaction, recipients: number, facts: AttemptFacts): Outcome[] {
  return Array.from({ length: recipients }, (_, index) => outcomeOf(transaction, index, facts))
}

function outcomeOf(transaction: Transaction, index: number, facts: AttemptFacts): Outcome {
  const { failure, mail, data, dot } = transaction
  if (transaction.oversized) return tooLarge(facts)
  // After one reply out of order, earlier replies may be out of order too. Only the reply to the dot is unambiguous.
  if (failure?.about.malformed && !(dot && transaction.dotSent)) return interrupted(transaction, failure, facts)
  const rcpt = transaction.rcpt[index]
  const decisive = [mail, rcpt, data, dot].find(reply => reply && reply.code >= 400)
  // Rejecting the sender, or a message for several recipients, says nothing about this recipient's mailbox.
  const isAboutRecipient = decisive === rcpt || (decisive !== mail && transaction.rcpt.length === 1)
  if (decisive) return refused(decisive, isAboutRecipient, facts)
  if (dot && isPositive(dot)) return { kind: 'accepted', attempt: attemptWith(dot, facts) }
  return interrupted(transaction, failure, facts)
}

function refused(reply: Reply, isAboutRecipient: boolean, facts: AttemptFacts): Outcome {
  const attempt = attemptWith(reply, facts)
  if (reply.code >= 500) {
    const { bounce, suppress, consequence } = classifyReply(reply)
    const pauses = consequence === 'pause' && { pauses: true as const }
    return { kind: 'rejected', attempt, bounce, suppress: suppress && isAboutRecipient, ...pauses }
  }
  return { kind: 'deferred', attempt, because: deferralReason(reply), inDoubt: false }
}

function interrupted({ mail, dotSent }: Transaction, failure: PeerFailure | null, facts: AttemptFacts): Outcome {
  const what = failure?.about.malformed ? '451 4.5.0' : '451 4.4.2'
  return {
    kind: 'deferred',
    attempt: { ...facts, reply: printReply(`${what} ${failure?.message ?? 'The session ended early'}`) },
    // A peer that disconnects before it has answered MAIL has seen nothing of the message.
    because: mail ? 'message' : 'destination',
    inDoubt: dotSent,
  }
}

function tooLarge(facts: AttemptFacts): Outcome {
  const attempt = { ...facts, reply: '552 5.3.4 The message is larger than the host accepts' }
  return { kind: 'rejected', attempt, bounce: 'too_large', suppress: false }
}

const enhancedByStage: Record<PeerStage, string> = {
  dns: '4.4.3',
  connect: '4.4.1',
  greeting: '4.4.2',
  ehlo: '4.4.2',
  tls: '4.7.0',
  auth: '4.7.0',
  message: '4.4.2',
}

/** A peer that refuses at these stages may have too many connections; `open` of them are ours. */
const refusalStages: ReadonlySet<PeerStage> = new Set(['connect', 'greeting', 'ehlo'])

/** Without a session, the failure is about the route or about us and not about the message, unless it is final. */
export function notReached({ stage, message, about }: PeerFailure, facts: AttemptFacts, open = 0): Outcome {
  const words = about.reply?.text ?? `451 ${enhancedByStage[stage]} ${message}`
  const attempt = { ...facts, ...(about.host && { host: about.host }), reply: printReply(words) }
  if (about.final) return { kind: 'rejected', attempt, bounce: about.final.bounce, suppress: about.final.suppress }
  if (about.isOwnDemand) return { kind: 'deferred', attempt, because: 'message', inDoubt: false }
  const refusal = { open, busy: (about.reply?.code ?? 500) < 500 }
  return {
    kind: 'deferred',
    attempt,
    because: 'destination',
    inDoubt: false,
    ...(refusalStages.has(stage) && { refusal }),
  }
}

const attemptWith = (reply: Reply, facts: AttemptFacts): Attempt => ({ ...facts, reply: printReply(reply.text) })
