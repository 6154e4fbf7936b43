/** Functions that read text from strangers take CPU time in proportion to its length, whatever it contains. */
import { formats } from '@posthorn/contract/formats'
import { expect, test } from 'vitest'
import { formatMailbox, parseMailbox } from '../src/core/addresses/mailbox.ts'
import { hasControlCharacter } from '../src/core/characters.ts'
import { isId } from '../src/core/id.ts'
import { findNearMiss } from '../src/core/near-miss.ts'
import { isNetwork, networkMatcher } from '../src/core/networks.ts'
import { refusedAddress } from '../src/core/public-address.ts'
import { isTimezone } from '../src/core/zone.ts'
import { readJsonBody } from '../src/http/body/json-body.ts'
import { faultOfText } from '../src/http/body/json-inspection.ts'
import { JsonScanner } from '../src/http/body/json-scanner.ts'
import { clientAddress } from '../src/http/limits/client-address.ts'
import { isApiKey } from '../src/resources/account/organizations/api-key.ts'
import { faultOfPassword } from '../src/resources/account/people/password-rule.ts'
import { parseDuration } from '../src/resources/automation/workflows/definition/duration.ts'
import { faultOfCron } from '../src/resources/automation/workflows/definition/schedule.ts'
import { parseDomainName } from '../src/resources/messages/domains/name.ts'
import { readReturnPath, readUnsubscribeMailbox } from '../src/resources/messages/domains/return-path.ts'
import {
  faultOfContentId,
  faultOfFilename,
  faultOfMediaType,
} from '../src/resources/messages/emails/request/file-labels.ts'
import { readHeaders } from '../src/resources/messages/emails/request/headers.ts'
import { Objections } from '../src/resources/messages/emails/request/objections.ts'
import { readClickToken, readOpenToken, tokenKey } from '../src/resources/messages/engagement/tokens.ts'
import { readKeyword } from '../src/resources/messages/sms/inbound/keywords.ts'
import { cut, firstOutsideGsm } from '../src/resources/messages/sms/segments.ts'
import { schedule } from '../src/sending/schedule.ts'
import { telnyxState } from '../src/transports/carriers/telnyx-callback.ts'
import { readDmarcReport } from '../src/transports/inbound-mail/dmarc-report.ts'
import { blocksOf } from '../src/transports/inbound-mail/fields.ts'
import { bounceOf } from '../src/transports/inbound-mail/reply.ts'
import { readTlsReport } from '../src/transports/inbound-mail/tls-report.ts'
import { deriveText } from '../src/transports/mime/derive-text.ts'
import { encode } from '../src/transports/mime/header.ts'
import { changeHtml, findMarks } from '../src/transports/mime/links.ts'
import { classifyReply } from '../src/transports/smtp/replies/classify-reply.ts'
import { isCertificateUrl, isSubscribeUrl } from '../src/transports/sns/addresses.ts'
import { parseRetryAfter } from '../src/transports/webhook/retry-after.ts'

const pieces = [
  ...['a', '1', '"', '\\', '<', '>', '@', ',', ';', ' ', '.', '/', '=', ':', '-', '&', '\n', '\u2028', 'é', '😀'],
  ...[
    'a@b.co,',
    '; charset=a',
    '\\"',
    '<a href="',
    '<a href="https://a.b/">x',
    '%41',
    '5.1.1 ',
    'STOP ',
    '* ',
    '0-9/',
    '(a',
    'a.',
  ],
]

const hostile = (length: number): string[] =>
  pieces.flatMap(piece => {
    const text = piece.repeat(length / piece.length)
    return [text, `"${text}" <a@b.co>`, `https://a/${text}\n`]
  })

const secret = Buffer.alloc(32)
const tokens = tokenKey(secret)
const addressOf = clientAddress(networkMatcher(['10.0.0.0/8']))

type Scans = Record<string, (text: string) => unknown>

/** Their schemas limit the length: these texts are ten times as long, so that more than linear time shows. */
const bounded: Scans = {
  ...Object.fromEntries(Object.entries(formats).map(([name, { check }]) => [`the format ${name}`, check])),
  hasControlCharacter,
  parseMailbox,
  formatMailbox: name => formatMailbox({ name, address: 'a@b.co' }),
  faultOfFilename,
  faultOfMediaType,
  faultOfContentId,
  schedule: text => schedule(text, new Date(0)),
  isId,
  'an API key': text => isApiKey(text, 'live'),
  'a near miss': text => findNearMiss(text, ['scheduled_for', 'template_friendly_name']),
  'a domain': text => attempt(() => parseDomainName(text)),
  'a return path': text => readReturnPath(secret, text),
  'an unsubscribe mailbox': text => readUnsubscribeMailbox(secret, text),
  'an open token': text => readOpenToken(tokens, text),
  'a click token': text => readClickToken(tokens, text),
  'the keyword of a text message': readKeyword,
  'the segments of a text message': text => [cut(text), firstOutsideGsm(text)],
  'a cron': text => faultOfCron(text, new Date(0)),
  'a time zone': isTimezone,
  'a duration': parseDuration,
  'a password': text => faultOfPassword(text, { email: 'ada@example.com' }),
  'the address of a webhook': text => attempt(() => refusedAddress(text, 'public')),
  'a network': isNetwork,
  'X-Forwarded-For': text => addressOf('10.0.0.1', text),
  'a header of a mail': encode,
  'Retry-After': text => parseRetryAfter(text, new Date(0)),
  'a reply of a mail server': text => classifyReply({ code: 550, text }),
  'a status of a carrier': telnyxState,
  'the addresses of Amazon SNS': text => [isCertificateUrl(text), isSubscribeUrl(text)],
}

/** Only the size of a request, or of an accepted mail, limits these. */
const unbounded: Scans = {
  'the name of a header': name => readHeaders({ [name]: 'x' }, false, new Objections()),
  'the value of a header': value => readHeaders({ 'X-A': value }, false, new Objections()),
  'characters that cannot be stored': faultOfText,
  'the words of a bounce': words => bounceOf('', words),
}

/** The html of an email, and the JSON around it, may be megabytes: the growth counts, so these texts are long and get more time. */
const scanners: Scans = {
  'the links of html': html =>
    changeHtml(html, findMarks(html), {
      toAddress: url => `https://example.com/${url.length}`,
      pixel: 'https://example.com/',
      fill: text => text,
    }),
  'the text of html': deriveText,
  'the fields of a report': blocksOf,
  'a report about a domain': readDmarcReport,
  'a report about encryption': readTlsReport,
  'a JSON body': text => attempt(() => readJson(JSON.stringify({ a: text }))),
  'a JSON body that is none': text => attempt(() => readJson(text)),
}
const markup = [
  '<a href="https://a.b/">x',
  '<table>',
  '</p>',
  '<a href="',
  '&amp;',
  '<',
  '<!--',
  ' ',
  '[',
  '\\"',
  'a: b\r\n',
]

function readJson(text: string): unknown {
  const [body, scan] = [Buffer.from(text), new JsonScanner({ maxDepth: 32, maxValues: 20_000 })]
  scan.write(body)
  return readJsonBody(body, scan)
}

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

function milliseconds(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** The best of five runs: the first one compiles the code, memory may be collected, and a busy machine takes turns. */
function expectQuick(scan: (text: string) => unknown, texts: readonly string[], limitMs = 10): void {
  for (const text of texts) {
    let spent = milliseconds(() => scan(text))
    for (let again = 0; again < 4 && spent >= limitMs; again++)
      spent = Math.min(
        spent,
        milliseconds(() => scan(text)),
      )
    expect(spent, JSON.stringify(text.slice(0, 20))).toBeLessThan(limitMs)
  }
}

test.each(Object.entries(bounded))('%s takes no time over hostile text', (_, scan) =>
  expectQuick(scan, hostile(10_000)),
)

test.each(Object.entries(unbounded))('%s takes no time over hostile text, however long', (_, scan) =>
  expectQuick(scan, hostile(200_000)),
)

const row =
  '<tr><td style="padding:4px"><a href="https://a.b/?c=1&amp;d=2">Some news</a></td><td>and <b>more</b> of it</td></tr>\n'

/** A slowdown that a newsletter has as well is the machine's. Without its depth limit, text takes ten times as long. */
test.each(Object.entries(scanners))('%s takes no more time over hostile text than over any other', (_, scan) => {
  const newsletter = `<table>${row.repeat(400_000 / row.length)}</table>`
  const usual = Math.min(...Array.from({ length: 3 }, () => milliseconds(() => scan(newsletter))))
  const long = markup.map(piece => piece.repeat(400_000 / piece.length))
  const nested = `${'<table>'.repeat(10_000)}${'</p>'.repeat(50_000)}`

  expectQuick(scan, [...long, nested], Math.max(100, 5 * usual))
})
