/**
 * Bounces for people alone, as qmail and old versions of Exim, Postfix and Exchange write them. Only what a mail system has
 * written, that speaks of a failure and quotes a final status, is taken for one.
 */
import type { Notice } from '#core/returned-mail.ts'
import { addressIn } from './fields.ts'
import { bounceOf, hasFinalStatus } from './reply.ts'

export type PlainMail = {
  /** MAIL FROM; empty for what must not be answered. */
  envelopeFrom: string
  from: string
  subject: string
  text: string
  /** X-Failed-Recipients, as Exim and Gmail write it. */
  failedRecipients: string
}

const longestText = 20_000

const mailSystem = /^(?:mailer-daemon|postmaster|mail-daemon|maildelivery|microsoftexchange[0-9a-f]{1,40})@/i

/** What the message that is sent back says is not what the mail system says. */
const returned =
  /^(?:-{2,}.{0,40}(?:copy of|original message|returned message|below this line|message headers)|reporting-mta:|original message headers:|return-path:|received: )/im

const failure =
  /(?:could|can)(?:n't| ?not) be delivered|(?:was|were)(?:n't| not) delivered|wasn't able to deliver|unable to deliver|undeliverable|undelivered|delivery (?:has )?failed|delivery to the following|did(?:n't| not) reach|permanent(?:ly)? (?:error|failed|failure)|giving up/i

const notYet =
  /delayed|not yet|will (?:be retried|retry|continue|keep trying)|still (?:trying|being retried)|temporar|warning/i

export function readPlainBounce(mail: PlainMail): Notice[] {
  if (mail.envelopeFrom !== '' && !mailSystem.test(mail.from)) return []
  const text = ownWords(mail.text.slice(0, longestText))
  const whole = `${mail.subject.slice(0, 200)}\n${text}`
  if (!failure.test(whole) || notYet.test(whole)) return []
  const statement = statementIn(text)
  if (!statement) return []
  const about = namedIn(mail.failedRecipients, text)
  // Which of them the status is about cannot be told.
  return about.length > 1 ? [] : [{ about, news: bounceOf('', statement) }]
}

function ownWords(text: string): string {
  const end = returned.exec(text)?.index
  return end === undefined ? text : text.slice(0, end)
}

/** The line with the status, and what it goes on with. */
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
