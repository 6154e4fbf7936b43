/** What a far server has said, as far as a report repeats it. */
import type { News } from '#core/returned-mail.ts'
import { oneLine } from '../carriers/one-line.ts'
import { classifyReply } from '../smtp/replies/classify-reply.ts'

/** RFC 3463, neither a part of an IP address nor of a longer number. */
const status = /(?<![\d.])([245])\.(\d{1,3}\.\d{1,3})(?![\d]|\.\d)/
const code = /(?<![\d.])([45]\d\d)(?=[ -])/

/** Whether it says more than "no" (5.0.0, 5.5.0 and their like). */
const isTelling = (detail: string): boolean => !/^(?:0\.|5\.0$)/.test(detail)

/**
 * `given` is the status that the reporter made of it, `words` are those of the far server. Where they differ the far server
 * knows better; but if either speaks of policy it was policy, since that suppresses nobody.
 */
export function bounceOf(given: string, words: string): Extract<News, { kind: 'bounced' }> {
  const said = status.exec(words.slice(0, 2_000))
  const details = [said?.[2], status.exec(given.slice(0, 50))?.[2]].filter(one => one !== undefined)
  const detail = details.find(one => one.startsWith('7.')) ?? details.find(isTelling) ?? '0.0'
  const number = Number(code.exec(words.slice(0, 2_000))?.[1] ?? 550)
  const { bounce, suppress } = classifyReply({ code: number, text: `550 5.${detail} ${words}` })
  // Given up, but never refused: the mailbox may be as good as ever.
  const isFinal = number >= 500 && !/^4/.test(given) && said?.[1] !== '4'
  return { kind: 'bounced', bounce, suppress: suppress && isFinal, reply: oneLine(words || given) }
}

export const hasFinalStatus = (text: string): boolean => status.exec(text)?.[1] === '5'
