/** The meaning of Amazon SES answers: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html#API_SendEmail_Errors */
import type { BounceClass } from '#core/returned-mail.ts'
import { parseFields, textOf } from '../carriers/fields.ts'
import { oneLine } from '../carriers/one-line.ts'
import type { Posted } from '../carriers/post.ts'
import type { Attempt, Outcome } from '../transport.ts'

type Answer = Extract<Posted, { kind: 'answered' }>
type Deferred = { kind: 'deferred'; because: 'destination' | 'pace' | 'message'; inDoubt: boolean }
type Meaning = Deferred | { kind: 'rejected'; bounce: BounceClass }

/** Nothing can be sent this way until someone fixes it, or the day is over. */
const broken: Deferred = { kind: 'deferred', because: 'destination', inDoubt: false }
const tooFast: Deferred = { kind: 'deferred', because: 'pace', inDoubt: false }
const inDoubt: Deferred = { kind: 'deferred', because: 'message', inDoubt: true }

export function outcomeOf(posted: Posted, facts: Attempt): Outcome {
  const tls = posted.kind !== 'unreached' && posted.tls ? { tls: posted.tls } : {}
  const said = (words: string): Attempt => ({ ...facts, ...tls, reply: oneLine(words) })
  switch (posted.kind) {
    case 'unreached':
      return { ...broken, attempt: said(`No connection: ${posted.why}`) }
    case 'unanswered':
      return { ...inDoubt, attempt: said(`No answer: ${posted.why}`) }
    case 'answered':
      return outcomeOfAnswer(posted, said)
  }
}

function outcomeOfAnswer(answer: Answer, said: (words: string) => Attempt): Outcome {
  const { status } = answer
  const fields = parseFields(answer.body)
  // SES answers 200. A proxy before it may answer with another success, and SES may have the message then.
  if (status >= 200 && status < 300) {
    const id = textOf(fields?.MessageId)
    if (id) return { kind: 'accepted', attempt: said(`${status} ${id}`) }
    return { ...inDoubt, attempt: said(`${status} Unreadable answer`) }
  }
  const name = nameIn(answer, textOf(fields?.__type))
  const words = textOf(fields?.message) || textOf(fields?.Message)
  const attempt = said(`${status} ${name} ${words}`)
  const meaning = meaningOf(status, name, words)
  // The error is about the message or its sender, never about a mailbox.
  return meaning.kind === 'rejected' ? { ...meaning, attempt, suppress: false } : { ...meaning, attempt }
}

/** Limited, since the search takes quadratic time. */
const maxTypeLength = 300

/** Extracts `MessageRejected` from `MessageRejected:http://…` or `com.amazonaws.…#MessageRejected`. */
const nameIn = ({ headers }: Answer, type: string): string =>
  /(\w+)(?::.*)?$/.exec((textOf(headers['x-amzn-errortype']) || type).slice(0, maxTypeLength))?.[1] ?? ''

function meaningOf(status: number, name: string, words: string): Meaning {
  switch (name) {
    case 'MessageRejected':
      return { kind: 'rejected', bounce: /not verified/i.test(words) ? 'authentication' : 'content' }
    case 'MailFromDomainNotVerifiedException':
      return { kind: 'rejected', bounce: 'authentication' }
    case 'BadRequestException':
      return { kind: 'rejected', bounce: /length|size|too large/i.test(words) ? 'too_large' : 'other' }
    case 'TooManyRequestsException':
    case 'ThrottlingException':
      return /daily/i.test(words) ? broken : tooFast
    default:
      return byStatus(status)
  }
}

/** For unknown error names: only an error about the message itself is final. */
function byStatus(status: number): Meaning {
  if (status === 413) return { kind: 'rejected', bounce: 'too_large' }
  if (status === 429) return tooFast
  return status >= 500 && status !== 503 ? inDoubt : broken
}
