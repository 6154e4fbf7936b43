/** The outcome of a message from the HTTP exchange with a carrier. */
import type { PartOutcome } from '../carrier.ts'
import type { Attempt } from '../transport.ts'
import { isStorableId } from './callback.ts'
import type { Meaning } from './error-codes.ts'
import { type Fields, parseFields } from './fields.ts'
import { oneLine } from './one-line.ts'
import type { Posted } from './post.ts'

type Accepted = Extract<PartOutcome, { kind: 'accepted' }>
type Answer = Extract<Posted, { kind: 'answered' }>

/** An accepted message, as one carrier reports it. */
export type Taken = { carrierId: string; state: Accepted['state']; status: string; cost?: string }

export type Refused = { code: string; words: string }

/** How to read the answers of one carrier. */
export type Dialect = {
  /** Null when the answer does not confirm the message. */
  readTaken(answer: Fields): Taken | null
  readRefused(answer: Fields): Refused
  meaningOf(status: number, refused: Refused): Meaning
  /** Hidden in replies, even when the carrier repeats them. */
  secrets: readonly string[]
}

/** The attempt without the reply. */
export type AttemptFacts = Pick<Attempt, 'transport' | 'host' | 'durationMs'>

export function outcomeOf(posted: Posted, dialect: Dialect, facts: AttemptFacts): PartOutcome {
  switch (posted.kind) {
    case 'unreached':
      return deferred({ ...facts, reply: oneLine(`No connection: ${posted.why}`) }, 'destination')
    case 'unanswered':
      return deferred({ ...facts, ...tlsOf(posted), reply: oneLine(`No answer: ${posted.why}`) }, 'doubt')
    case 'answered':
      return outcomeOfAnswer(posted, dialect, { ...facts, ...tlsOf(posted) })
  }
}

function outcomeOfAnswer({ status, body }: Answer, dialect: Dialect, facts: Attempt): PartOutcome {
  const answer = parseFields(body)
  const said = (words: string) => ({ ...facts, reply: oneLine(hide(`${status} ${words}`, dialect.secrets)) })
  if (status >= 200 && status < 300) {
    const taken = answer && dialect.readTaken(answer)
    if (!taken) return deferred(said('Unreadable answer'), 'doubt')
    const { status: word, carrierId, ...rest } = taken
    // Without a storable id no receipt can be matched, but the message is accepted and must not be sent again.
    return { kind: 'accepted', attempt: said(word), carrierId: isStorableId(carrierId) ? carrierId : null, ...rest }
  }
  const refused = dialect.readRefused(answer ?? {})
  const meaning = dialect.meaningOf(status, refused)
  const attempt = said(`${refused.code} ${refused.words}`.trim())
  if (meaning === 'opted_out') return { kind: 'rejected', attempt, optedOut: true }
  return meaning === 'rejected' ? { kind: 'rejected', attempt } : deferred(attempt, meaning)
}

function deferred(attempt: Attempt, meaning: Exclude<Meaning, 'rejected' | 'opted_out'>): PartOutcome {
  const because = meaning === 'destination' ? 'destination' : 'message'
  return { kind: 'deferred', attempt, because, inDoubt: meaning === 'doubt' }
}

const hide = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text)

const tlsOf = ({ tls }: { tls?: string }): { tls?: string } => (tls ? { tls } : {})
