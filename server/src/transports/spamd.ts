/** Queries a spamd for SpamAssassin's report about a message (REPORT of version 1.5 in its PROTOCOL file). Never throws: a missing or invalid answer is `away`. */
import { connect } from 'node:net'
import type { AskSpamFilter, SpamAnswer } from './transport.ts'

export type SpamdAddress = { host: string; port: number }

/** A spamd takes one second without network lookups, and several with lookups and a cold cache. */
const defaultTimeMs = 8_000
/** A report has about 5 KB. */
const maxAnswer = 64 * 1024
/** The limit of spamc. */
const maxMessage = 500 * 1024
/** By default a spamd has five children, which also check incoming mail. */
const maxAtOnce = 3

export function spamdFilter(address: SpamdAddress, { timeMs = defaultTimeMs } = {}): AskSpamFilter {
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

/** The bytes received within the time limit. Empty without a connection. */
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
