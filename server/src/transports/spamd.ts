/** What SpamAssassin says of a message, asked of a spamd (its PROTOCOL file, REPORT of version 1.5). It never throws: an answer that does not come, or is none, is one. */
import { connect } from 'node:net'
import type { AskSpamFilter, SpamAnswer } from './transport.ts'

export type SpamdAddress = { host: string; port: number }

/** A spamd without look-ups takes one second; with them, and a cold cache, several. */
const usualTimeMs = 8_000
/** A report has some 5 KB. */
const maxAnswer = 64 * 1024
/** What spamc hands over at most. */
const maxMessage = 500 * 1024
/** A spamd has five children, as a rule, and is there for mail that comes in, too. */
const maxAtOnce = 3

export function spamdFilter(address: SpamdAddress, { timeMs = usualTimeMs } = {}): AskSpamFilter {
  let running = 0
  return async message => {
    if (message.length > maxMessage) return { kind: 'too large' }
    if (running >= maxAtOnce) return { kind: 'away' }
    running++
    try {
      return readAnswer(await ask(address, message, timeMs))
    } finally {
      running--
    }
  }
}

/** What came in time; nothing when there was no connection. */
function ask({ host, port }: SpamdAddress, message: Buffer, timeMs: number): Promise<string> {
  return new Promise(resolve => {
    const pieces: Buffer[] = []
    let length = 0
    const socket = connect({ host, port })
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(Buffer.concat(pieces).toString('utf8'))
    }
    const timer = setTimeout(end, timeMs)
    socket.on('data', piece => {
      pieces.push(piece)
      length += piece.length
      if (length > maxAnswer) end()
    })
    socket.once('error', end).once('close', end)
    socket.write(`REPORT SPAMC/1.5\r\nContent-length: ${message.length}\r\n\r\n`)
    socket.write(message)
  })
}

function readAnswer(text: string): SpamAnswer {
  const headEnd = text.indexOf('\r\n\r\n')
  const head = text.slice(0, Math.max(headEnd, 0))
  const number = String.raw`(-?\d{1,6}(?:\.\d{1,6})?)`
  const [, score, limit] = new RegExp(String.raw`^Spam: \w+ ; ${number} / ${number}\s*$`, 'm').exec(head) ?? []
  if (!/^SPAMD\/[\d.]+ 0 /.test(head) || score === undefined || limit === undefined) return { kind: 'away' }
  return { kind: 'scored', score: Number(score), limit: Number(limit), rules: readRules(text.slice(headEnd)) }
}

/** Lines such as ` 0.7 MIME_HTML_ONLY         BODY: Message only has text/html MIME parts`. */
const readRules = (report: string) =>
  report.split('\n').flatMap(line => {
    const [, points, name, what] =
      /^\s{0,4}(-?\d{1,4}(?:\.\d{1,4})?)\s{1,4}([A-Z][A-Z0-9_]{1,60})\s{1,40}(\S.{0,200})/.exec(line) ?? []
    return points === undefined || name === undefined
      ? []
      : [{ name, points: Number(points), what: what?.trim() ?? '' }]
  })
