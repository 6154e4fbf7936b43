/** A scripted carrier: its answer to each part, and what it received. */
import type { Carrier, Part, PartOutcome, Submission } from '#transports/carrier.ts'

type Answer = (part: Part, submission: Submission) => PartOutcome

export type Scripted = Carrier & {
  /** Every submission that has begun. */
  readonly begun: Submission[]
  /** What the carrier has, one entry for each copy: number, part and total. */
  readonly copies: string[]
}

const attempt = (reply: string) => ({ transport: 'scripted', host: 'smsc.peer.test', reply, durationMs: 1 })

let names = 0
type Accepted = Extract<PartOutcome, { kind: 'accepted' }>

/** Each has a new name unless one is given. */
export const taken = (special: Partial<Accepted> = {}): Accepted => ({
  kind: 'accepted',
  attempt: attempt('ESME_ROK'),
  carrierId: `name ${++names}`,
  state: 'sent',
  ...special,
})
export const throttled: PartOutcome = {
  kind: 'deferred',
  attempt: attempt('ESME_RTHROTTLED'),
  because: 'message',
  inDoubt: false,
}
/** Nothing was submitted: there is no connection. */
export const down: PartOutcome = {
  kind: 'deferred',
  attempt: attempt('connect ECONNREFUSED'),
  because: 'destination',
  inDoubt: false,
}
/** It was submitted and no answer came. */
export const unanswered: PartOutcome = {
  kind: 'deferred',
  attempt: attempt('no answer within 15 s'),
  because: 'message',
  inDoubt: true,
}
export const rejected: PartOutcome = { kind: 'rejected', attempt: attempt('ESME_RINVDSTADR') }
export const optedOutAtCarrier: PartOutcome = { kind: 'rejected', attempt: attempt('400 21610'), optedOut: true }

type Special = Partial<Omit<Carrier, 'submit'>> & {
  /** Delays the submission before it may leave. */
  beforeMark?: (submission: Submission) => Promise<void>
  /** Delays the answer. */
  afterSubmit?: (submission: Submission) => Promise<void>
}

const hasGot = (outcome: PartOutcome): boolean =>
  outcome.kind === 'accepted' || (outcome.kind === 'deferred' && outcome.inDoubt)

/** A carrier that takes whole messages, and sends twice what is submitted twice. */
export function scripted(answer: Answer = () => taken(), special: Special = {}): Scripted {
  const begun: Submission[] = []
  const copies: string[] = []
  const { beforeMark, afterSubmit, ...rest } = special
  return {
    name: 'scripted',
    takesParts: false,
    idempotent: false,
    takesMedia: true,
    maxAtOnce: 20,
    async submit(submission) {
      begun.push(submission)
      await beforeMark?.(submission)
      const outcomes = submission.parts.map(part => answer(part, submission))
      if (outcomes.every(outcome => outcome === down)) return outcomes
      await submission.beforeSubmit()
      const got = submission.parts.filter((_, index) => outcomes[index] && hasGot(outcomes[index]))
      copies.push(...got.map(({ nth }) => `${submission.to} ${nth}/${submission.totalParts}`))
      await afterSubmit?.(submission)
      return outcomes
    },
    [Symbol.asyncDispose]: async () => {},
    begun,
    copies,
    ...rest,
  }
}

/** Gives these answers in turn, and then repeats the last one. */
export function oneAfterTheOther(...answers: readonly (PartOutcome | (() => PartOutcome))[]): Answer {
  let nth = 0
  return () => {
    const answer = answers[Math.min(nth++, answers.length - 1)] ?? taken()
    return typeof answer === 'function' ? answer() : answer
  }
}

/** Code that awaits it waits until it is opened. */
export function gate(): { open: () => void; passed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: () => resolve(), passed: promise }
}
