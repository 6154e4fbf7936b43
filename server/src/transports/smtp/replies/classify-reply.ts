/** Classifies replies. The rules are data: see reply-rules.ts. */
import type { BounceClass } from '#core/returned-mail.ts'
import { providerRules } from './provider-rules.ts'
import type { Reply } from './reply.ts'
import { type Conditions, type Consequence, consequenceOf, deferrals, generalRules } from './reply-rules.ts'
import { temporary } from './reply-words.ts'

const rules = [...providerRules, ...generalRules]

export type Bounce = Readonly<{ bounce: BounceClass; suppress: boolean }>
type Verdict = Bounce & Readonly<{ consequence: Consequence }>

/** Classifies a permanent rejection. If its text says that it is temporary, the recipient is not suppressed. */
export function classifyReply(reply: Reply): Verdict {
  const simplified = simplify(reply.text)
  const rule = rules.find(one => fits(one, reply.code, simplified))
  const bounce = rule?.means ?? 'other'
  const usual = rule?.consequence ?? consequenceOf[bounce]
  const consequence = usual === 'suppress' && simplified.isTemporary ? 'retry' : usual
  return { bounce, suppress: consequence === 'suppress', consequence }
}

/** A refusal before any RCPT is about us, not about a recipient. */
export function classifyRefusedSession(reply: Reply): Verdict {
  const verdict = classifyReply(reply)
  const isAboutUs = verdict.consequence === 'tell_operator' || verdict.consequence === 'pause'
  return isAboutUs ? verdict : { bounce: 'policy', suppress: false, consequence: 'tell_operator' }
}

/** What a temporary refusal is about: this message, the rate of our mail (`pace`), or the whole host (`destination`). */
export function deferralReason(reply: Reply): 'message' | 'pace' | 'destination' {
  const simplified = simplify(reply.text)
  return deferrals.find(one => fits(one, reply.code, simplified))?.because ?? 'message'
}

const fits = (conditions: Conditions, code: number, { text, enhanced }: Simplified): boolean =>
  (conditions.code ?? code) === code &&
  (conditions.enhanced?.test(enhanced) ?? true) &&
  (conditions.text?.test(text) ?? true) &&
  !conditions.unless?.test(text)

type Simplified = { text: string; enhanced: string; isTemporary: boolean }

const enhancedCode = /(?<![\d.])([45])\.(\d{1,3}\.\d{1,3})(?![\d]|\.\d)/
const enhancedCodes = new RegExp(`(?:\\b[45]\\d\\d[ -])?${enhancedCode.source}`, 'g')
const address = /[^\s<>()[\],;:"'@]{1,64}@[^\s<>()[\],;:"'@]{1,255}/g

/** The text that the rules match: in lower case, without accents, addresses, codes and most punctuation. */
export function simplify(reply: string): Simplified {
  const whole = decode(reply.slice(0, 2_000)).replace(/^\d{3}[ -]/, '')
  const [, kind, enhanced = ''] = enhancedCode.exec(whole) ?? []
  const text = whole
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\.{2,}/g, ' ')
    .replace(address, ' ')
    .replace(enhancedCodes, ' ')
    .replace(/[<>()[\]{}"!,;*|`]+|:(?=\s)|(?<=\s)['.:]|'(?=\s)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return { text, enhanced, isTemporary: kind === '4' || temporary.test(text) }
}

/** Replies are read byte by byte; most peers mean UTF-8. */
function decode(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the bytes of ASCII
  if (/^[\x00-\x7f]*$/.test(text) || /[^\x00-\xff]/.test(text)) return text
  const decoded = Buffer.from(text, 'latin1').toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}
