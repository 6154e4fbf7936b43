/** What a final no means. The first row that fits decides; only addresses that do not exist are worth remembering. */
import type { BounceClass } from '#core/returned-mail.ts'

export type Bounce = Readonly<{ bounce: BounceClass; suppress: boolean }>

/** `enhanced` is RFC 3463's code without its class, `text` looks at the words. Each expression is linear in its input. */
type Row = Bounce & Readonly<{ enhanced?: RegExp; code?: number; text?: RegExp }>

const unknownWords =
  /\b(?:user|recipient|mailbox|address|account) (?:is )?(?:unknown|not found|does not exist|doesn't exist|not exist|invalid)|\b(?:unknown|no such|invalid|nonexistent) (?:user|recipient|mailbox|address|account|person)|\bdoes not exist\b|\bno mailbox\b/i
const disabledWords = /\b(?:account|mailbox|user) (?:is |has been )?(?:disabled|inactive|closed|deactivated)\b/i
const fullWords = /\b(?:mailbox|quota|inbox|over quota|storage) ?(?:is )?(?:full|exceeded)|\bover ?quota\b/i
const policyWords = /\b(?:spam|blocked|blacklist|blocklist|denied|policy|reputation|spf|dkim|dmarc|relay(?:ing)?)\b/i
const largeWords = /\b(?:message|mail) (?:is )?(?:too (?:large|big)|size exceeds|exceeds)/i

const bounceRows: readonly Row[] = [
  // Policy comes first: "550 5.7.1 user unknown or blocked" is said to strangers of every kind.
  { enhanced: /^7\./, bounce: 'policy', suppress: false },
  { enhanced: /^1\.[016]$/, bounce: 'unknown_mailbox', suppress: true },
  { enhanced: /^2\.1$/, bounce: 'unknown_mailbox', suppress: true },
  { enhanced: /^1\.(?:2|10)$/, bounce: 'bad_domain', suppress: false },
  { enhanced: /^4\.4$/, bounce: 'bad_domain', suppress: false },
  { enhanced: /^2\.2$/, bounce: 'mailbox_full', suppress: false },
  { enhanced: /^(?:3\.4|2\.3)$/, bounce: 'too_large', suppress: false },
  { enhanced: /^6\./, bounce: 'content', suppress: false },
  // The rest is for peers without enhanced codes, or with one that says nothing (5.0.0, 5.5.0).
  { code: 556, bounce: 'bad_domain', suppress: false },
  { code: 521, bounce: 'policy', suppress: false },
  { code: 552, text: fullWords, bounce: 'mailbox_full', suppress: false },
  { code: 552, bounce: 'too_large', suppress: false },
  { text: policyWords, bounce: 'policy', suppress: false },
  { code: 550, text: unknownWords, bounce: 'unknown_mailbox', suppress: true },
  { code: 551, text: unknownWords, bounce: 'unknown_mailbox', suppress: true },
  { code: 553, text: unknownWords, bounce: 'unknown_mailbox', suppress: true },
  { code: 550, text: disabledWords, bounce: 'unknown_mailbox', suppress: true },
  { text: fullWords, bounce: 'mailbox_full', suppress: false },
  { text: largeWords, bounce: 'too_large', suppress: false },
]

const enhancedCode = /^5[0-9][0-9] 5\.([0-9]{1,3}\.[0-9]{1,3})(?: |$)/

export function classifyBounce(reply: { code: number; text: string }): Bounce {
  const words = reply.text.slice(0, 2_000)
  const enhanced = enhancedCode.exec(words)?.[1] ?? ''
  const row = bounceRows.find(
    one =>
      (one.enhanced?.test(enhanced) ?? true) &&
      (one.code === undefined || one.code === reply.code) &&
      (one.text?.test(words) ?? true),
  )
  return { bounce: row?.bounce ?? 'other', suppress: row?.suppress ?? false }
}
