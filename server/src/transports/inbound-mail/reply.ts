/** Reads the remote server's reply that a report quotes. */
import type { News } from '#core/returned-mail.ts'
import { oneLine } from '../carriers/one-line.ts'
import { classifyReply } from '../smtp/replies/classify-reply.ts'

/** A status of RFC 3463, but not part of an IP address or a longer number. */
const status = /(?<![\d.])([245])\.(\d{1,3}\.\d{1,3})(?![\d]|\.\d)/
const code = /(?<![\d.])([45]\d\d)(?=[ -])/

/** Whether the status is more specific than 5.0.0, 5.5.0 and similar ones. */
const isSpecific = (detail: string): boolean => !/^(?:0\.|5\.0$)/.test(detail)

/**
 * `given`: the reporter's status. `words`: the remote server's reply, which takes precedence. If either status is a policy
 * refusal, the bounce counts as one, since that does not suppress the address.
 */
export function bounceOf(given: string, words: string): Extract<News, { kind: 'bounced' }> {
  const said = status.exec(words.slice(0, 2_000))
  const details = [said?.[2], status.exec(given.slice(0, 50))?.[2]].filter(one => one !== undefined)
  const detail = details.find(one => one.startsWith('7.')) ?? details.find(isSpecific) ?? '0.0'
  const number = Number(code.exec(words.slice(0, 2_000))?.[1] ?? 550)
  const { bounce, suppress } = classifyReply({ code: number, text: `550 5.${detail} ${words}` })
  // The sender gave up without a final refusal, so the mailbox may be fine.
  const isFinal = number >= 500 && !/^4/.test(given) && said?.[1] !== '4'
  return { kind: 'bounced', bounce, suppress: suppress && isFinal, reply: oneLine(words || given) }
}

export const hasFinalStatus = (text: string): boolean => status.exec(text)?.[1] === '5'
