/**
 * Bounces without a machine-readable part, as written by qmail and by old versions of Exim, Postfix and Exchange. A mail counts
 * as one only when it comes from a mail system, reports a failure, and quotes a final status or reply or has Exim's header.
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
  const about = namedIn(mail.failedRecipients, text)
  // With several recipients it is unclear which one the status is about.
  if (about.length > 1) return []
  const statement = statementIn(text)
  if (statement) return [{ about, news: bounceOf('', statement) }]
  const words = mail.failedRecipients === '' ? undefined : wordsBelow(about[0] ?? '', text)
  // Only Exim's own words: the failure is certain, that the mailbox is gone is not.
  return words ? [{ about, news: { ...bounceOf('', words), suppress: false } }] : []
}

function ownWords(text: string): string {
  const end = returned.exec(text)?.index
  return end === undefined ? text : text.slice(0, end)
}

/** A reply at the beginning of a line, or introduced as one. */
const finalReply = /(?:^[ \t]{0,20}|(?:said|replied|responded|answered|response|error|\]|>): {0,5})5[0-7]\d[ -]/i

/** The line with the status, or else with a reply that has none, and its continuation. */
function statementIn(text: string): string | undefined {
  const lines = text.split(/\r?\n/)
  const withStatus = lines.findIndex(hasFinalStatus)
  const nth = withStatus < 0 ? lines.findIndex(line => finalReply.test(line)) : withStatus
  return nth < 0 ? undefined : paragraphAt(lines, nth)
}

/** The reason that Exim gives below the address. */
function wordsBelow(address: string, text: string): string | undefined {
  const lines = text.split(/\r?\n/)
  const nth = lines.findIndex(line => line.trim() === address)
  return nth < 0 ? undefined : paragraphAt(lines, nth + 1)
}

function paragraphAt(lines: readonly string[], nth: number): string {
  const rest = lines.slice(nth, nth + 4).map(line => line.trim())
  const end = rest.indexOf('')
  return rest.slice(0, end < 0 ? rest.length : end).join(' ')
}

function namedIn(failedRecipients: string, text: string): string[] {
  const listed = failedRecipients
    .slice(0, 2_000)
    .split(',')
    .flatMap(one => addressIn(one.trim()))
  if (listed.length > 0) return listed
  const lines = text.split(/\r?\n/)
  const ofQmail = lines.flatMap(line => /^<([^<>\s]{3,254})>:/.exec(line)?.[1] ?? [])
  if (ofQmail.length > 0) return [...new Set(ofQmail.flatMap(addressIn))]
  // One of several may be that of the operator.
  const alone = new Set(
    lines.flatMap(line => /^\s{0,20}([^<>\s@]{1,64}@[^<>\s@]{1,253})\s{0,20}$/.exec(line)?.[1] ?? []),
  )
  return alone.size === 1 ? [...alone] : []
}
