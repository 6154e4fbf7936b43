/**
 * Submits the parts of a message in order. A part that is not accepted ends the message: later parts are not sent, and get the
 * same outcome, but are never in doubt.
 */
import type { PartOutcome, Submission } from '../carrier.ts'
import type { Attempt } from '../transport.ts'
import { meaningOf, showStatus } from './command-statuses.ts'
import type { Line } from './line.ts'
import type { Link } from './link.ts'
import { canonicalId, maxIdLength } from './message-ids.ts'
import type { Fields } from './pdu.ts'
import type { Answer, Session } from './session.ts'
import type { SmppSettings } from './smpp-url.ts'
import { submitSm } from './submit-sm.ts'
import type { Timing } from './timing.ts'
import { Turns } from './turns.ts'

export type SubmitterOptions = {
  name: string
  settings: SmppSettings
  timing: Timing
  link: Link
  line: Line
  /** How many messages may be ready to submit at once. */
  ready: number
}

const closing = 'The carrier is closing'

type Try = { begun: number; session: Session | null; reply: string }

export class Submitter {
  readonly #options: SubmitterOptions
  readonly #turns: Turns

  constructor(options: SubmitterOptions) {
    this.#options = options
    this.#turns = new Turns(options.ready)
  }

  async submit(submission: Submission): Promise<PartOutcome[]> {
    const { settings } = this.#options
    // First, so that text that cannot be encoded fails before anything is sent.
    const parts = submission.parts.map(part => submitSm(submission, part, settings))
    await this.#turns.take()
    try {
      return await this.#submitInTurn(submission, parts)
    } finally {
      this.#turns.release()
    }
  }

  async #submitInTurn(submission: Submission, parts: readonly Fields[]): Promise<PartOutcome[]> {
    const { link, line, timing } = this.#options
    const begun = performance.now()
    const session = await link.bound(timing.bind)
    if (!session) return parts.map(() => this.#notNow({ begun, session, reply: `Not bound: ${link.why}` }))
    if (line.isClosed) return parts.map(() => this.#notNow({ begun, session, reply: closing }))
    await submission.beforeSubmit()
    const outcomes: PartOutcome[] = []
    for (const part of parts) {
      const last = outcomes.at(-1)
      outcomes.push(last && last.kind !== 'accepted' ? withoutDoubt(last) : await this.#submitPart(part))
    }
    return outcomes
  }

  /** Retried while the peer reports that it is busy, since then it has not accepted the part. */
  async #submitPart(fields: Fields): Promise<PartOutcome> {
    const { line, link, timing } = this.#options
    const begun = performance.now()
    let reply = 'Timed out waiting for the carrier'
    let leftMs = timing.line
    let busySince: number | null = null
    while (leftMs > 0 && (await line.enter(leftMs))) {
      const entered = performance.now()
      const session = link.session
      if (!session) {
        line.leave('other', entered)
        return this.#notNow({ begun, session, reply: `Not bound: ${link.why}` })
      }
      const answer = await session.request('submit_sm', fields, timing.submit)
      const meaning = answer.kind === 'answered' ? meaningOf(answer.status) : null
      line.leave(meaning === 'taken' || meaning === 'busy' ? meaning : 'other', entered)
      reply = replyOf(answer)
      if (meaning !== 'busy') return this.#outcomeOf(answer, { begun: entered, session, reply })
      busySince ??= entered
      leftMs = timing.busy - (performance.now() - busySince)
    }
    return this.#notNow({ begun, session: link.session, reply: line.isClosed ? closing : reply })
  }

  #outcomeOf(answer: Answer, tried: Try): PartOutcome {
    const attempt = this.#attempt(tried)
    if (answer.kind === 'lost') return { kind: 'deferred', attempt, because: 'destination', inDoubt: answer.written }
    if (answer.kind === 'silent')
      return { kind: 'deferred', attempt, because: answer.peerSpeaks ? 'message' : 'destination', inDoubt: true }
    switch (meaningOf(answer.status)) {
      case 'taken':
        return { kind: 'accepted', attempt, state: 'sent', carrierId: this.#idOf(answer.messageId) }
      case 'never':
        return { kind: 'rejected', attempt }
      case 'later':
        return { kind: 'deferred', attempt, because: 'message', inDoubt: false }
      case 'busy':
      case 'unavailable':
        return { kind: 'deferred', attempt, because: 'destination', inDoubt: false }
    }
  }

  #idOf(messageId: string): string | null {
    const hasName = messageId !== '' && messageId.length <= maxIdLength
    return hasName ? canonicalId(messageId, this.#options.settings.ids.answers) : null
  }

  #notNow(tried: Try): PartOutcome {
    return { kind: 'deferred', attempt: this.#attempt(tried), because: 'destination', inDoubt: false }
  }

  #attempt({ begun, session, reply }: Try): Attempt {
    const { name, settings } = this.#options
    return {
      transport: name,
      host: `${settings.host}:${settings.port}`,
      ...(session?.tls && { tls: session.tls }),
      reply,
      durationMs: performance.now() - begun,
    }
  }
}

const withoutDoubt = (outcome: PartOutcome): PartOutcome =>
  outcome.kind === 'deferred' ? { ...outcome, inDoubt: false } : outcome

function replyOf(answer: Answer): string {
  if (answer.kind === 'answered') return showStatus(answer.status)
  return answer.kind === 'silent' ? 'No answer' : `Connection lost: ${answer.why}`
}
