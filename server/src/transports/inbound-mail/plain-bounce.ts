/**
 * Bounces without a machine-readable part, as written by qmail and by old versions of Exim, Postfix and Exchange. A mail counts
 * as one only when it comes from a mail system, reports a failure and quotes a final status.
 */
import type { Notice } from '#core/returned-mail.ts'
import { addressIn } from './fields.ts'
import { bounceOf, hasFinalStatus } from './reply.ts'

export type PlainMail = {
  /** MAIL FROM; empty for automatic mail. */
  envelopeFrom: string
  from: string
  subject: string
  text: string
  /** X-Failed-Recipients, set by Exim and Gmail. */
  failedRecipients: string
}

const maxTextLength = 20_000

export const isMailSystem = (from: string): boolean =>
  /^(?:mailer-daemon|postmaster|mail-daemon|maildelivery|microsoftexchange[0-9a-f]{1,40})@/i.test(from)

/** The start of the returned message, which is not the mail system's own text. */
const returned =
  /^(?:-{2,}.{0,40}(?:copy of|original message|returned message|below this line|message headers)|reporting-mta:|original message headers:|return-path:|received: )/im

const failure =
  /(?:could|can)(?:n't| ?not) be delivered|(?:was|were)(?:n't| not) delivered|wasn't able to deliver|unable to deliver|undeliverable|undelivered|delivery (?:has )?failed|delivery to the following|did(?:n't| not) reach|permanent(?:ly)? (?:error|failed|failure)|giving up/i

const notYet =
  /delayed|not yet|will (?:be retried|retry|continue|keep trying)|still (?:trying|being retried)|temporar|warning/i

export function readPlainBounce(mail: PlainMail): Notice[] {
  if (mail.envelopeFrom !== '' && !isMailSystem(mail.from)) return []
  const text = ownWords(mail.text.slice(0, maxTextLength))
  const whole = `${mail.subject.slice(0, 200)}\n${text}`
  if (!failure.test(whole) || notYet.test(whole)) return []
  const statement = statementIn(text)
  if (!statement) return []
  const about = namedIn(mail.failedRecipients, text)
  // With several recipients it is unclear which one the status is about.
  return about.length > 1 ? [] : [{ about, news: bounceOf('', statement) }]
}

function ownWords(text: string): string {
  const end = returned.exec(text)?.index
  return end === undefined ? text : text.slice(0, end)
}

/** The line with the status, and its continuation. */
function statementIn(text: string): string | undefined {
  const lines = text.split(/\r?\n/)
  const nth = lines.findIndex(hasFinalStatus)
  if (nth < 0) return undefined
  const rest = lines.slice(nth, nth + 4)
  const end = rest.findIndex(line => line.trim() === '')
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .join(' ')
    .trim()
}

function namedIn(failedRecipients: string, text: string): string[] {
  const listed = failedRecipients
    .slice(0, 2_000)
    .split(',')
    .flatMap(one => addressIn(one.trim()))
  if (listed.length > 0) return listed
  const lines = text.split(/\r?\n/).flatMap(line => /^<([^<>\s]{3,254})>:/.exec(line)?.[1] ?? [])
  return [...new Set(lines.flatMap(addressIn))]
}
