/**
 * The rules that classify replies, as data. The first rule that fits decides: first those of single providers
 * (provider-rules.ts), then unambiguous words, then enhanced codes (RFC 3463, RFC 7372), then weaker words, then the code alone.
 */
import type { BounceClass } from '#core/returned-mail.ts'
import * as words from './reply-words.ts'

/**
 * `suppress`: never send to this recipient again. `retry`: a later message may be accepted. `pause`: send less to this receiver.
 * `tell_operator`: the operator must fix something first. `none`: nothing beyond the bounce.
 */
export type Consequence = 'suppress' | 'retry' | 'pause' | 'tell_operator' | 'none'

export const consequenceOf: Readonly<Record<BounceClass, Consequence>> = {
  unknown_mailbox: 'suppress',
  disabled_mailbox: 'suppress',
  mailbox_full: 'retry',
  bad_domain: 'none',
  rate_limited: 'pause',
  blocked: 'tell_operator',
  authentication: 'tell_operator',
  content: 'tell_operator',
  policy: 'tell_operator',
  relay_denied: 'tell_operator',
  too_large: 'none',
  other: 'none',
}

/** All given conditions must hold. */
export type Conditions = Readonly<{
  code?: number
  /** The enhanced code without its class; empty if the reply has none. */
  enhanced?: RegExp
  /** Matches the result of `simplify`. */
  text?: RegExp
  /** Must not match. */
  unless?: RegExp
}>

export type Rule = Conditions &
  Readonly<{
    /** The provider or program; `any` for general rules. */
    by: string
    means: BounceClass
    /** Default: that of the class. */
    consequence?: Consequence
  }>

const any = (rules: readonly Omit<Rule, 'by'>[]): Rule[] => rules.map(rule => ({ by: 'any', ...rule }))

/** An enhanced code about the recipient's address or mailbox outweighs weak words. */
const notAboutRecipient = /^(?![12]\.)/

const wordsWithoutDoubt = any([
  {
    text: words.anyOf(
      '(?:blacklist|blocklist|blocked|rejected)(?:ed)? by (?:the )?(?:recipient|user)',
      "recipient(?:'s)? (?:personal )?(?:black|block)",
      'rejected by this user',
      'recipient preferences',
    ),
    means: 'policy',
  },
  { text: words.anyOf('gr[ae]y-?list'), means: 'policy', consequence: 'retry' },
  { text: words.anyOf('mail ?policy violation'), means: 'policy' },
  {
    text: words.anyOf(
      '(?:mail|routing|forwarding|message) loop',
      'loop detected',
      'looping',
      'hop count',
      'too many hops',
      'loops back',
    ),
    means: 'other',
  },
  {
    text: words.anyOf(
      '(?:sending|submission|daily|hourly|outbound|relay)(?: _)? (?:sending |limit |user )?(?:quota|limit)',
      'rate[ -]?limited',
      'per (?:hour|session|connection)',
    ),
    means: 'rate_limited',
  },
  { text: words.anyOf('(?<!not an )(?:open|insecure) (?:mail )?(?:relay|proxy)'), means: 'blocked' },
  { text: words.mailboxFull, unless: words.anyOf('message (?:size|length)'), means: 'mailbox_full' },
  { text: words.relayDenied, means: 'relay_denied' },
  { text: words.notVerified, means: 'other' },
  {
    text: words.anyOf('(?:uribl|surbl)(?![a-z])', '(?:url|uri|link)s?(?: .{0,40}?)? (?:listed|block|found|black)'),
    means: 'content',
  },
  // A list of domains: of domains in the message, unless the reply mentions the sender.
  { text: words.anyOf('dbl(?![a-z])'), unless: words.anyOf('sender', 'mail ?from', 'helo'), means: 'content' },
  { text: words.authentication, means: 'authentication' },
  { text: words.blockedByList, means: 'blocked' },
  { text: words.tooLarge, means: 'too_large' },
  { text: words.rateLimit, means: 'rate_limited' },
  { text: words.blockedHost, means: 'blocked' },
  { text: words.ourAccount, means: 'policy' },
  { text: words.senderRefused, means: 'policy' },
  { text: words.unwantedContent, enhanced: notAboutRecipient, means: 'content' },
  { text: words.anyOf('from header', 'header from'), means: 'policy' },
  { text: words.badDomain, means: 'bad_domain' },
  { text: words.disabledMailbox, means: 'disabled_mailbox' },
])

/** RFC 3463, and RFC 7372 for 7.20 and above. */
const enhancedCodes = any([
  // "5.1.1 blocked" is not about the address.
  { enhanced: /^[12]\./, text: words.aboutUs, unless: words.unknownMailbox, means: 'policy' },
  { enhanced: /^1\.0$/, text: words.refusal, unless: words.unknownMailbox, means: 'policy' },
  { enhanced: /^1\.[0136]$/, means: 'unknown_mailbox' },
  { enhanced: /^1\.(?:2|10)$/, means: 'bad_domain' },
  { enhanced: /^1\.[78]$/, means: 'policy' },
  { enhanced: /^2\.1$/, text: words.unknownMailbox, means: 'unknown_mailbox' },
  { enhanced: /^2\.1$/, means: 'disabled_mailbox' },
  { enhanced: /^2\.2$/, means: 'mailbox_full' },
  { enhanced: /^(?:2\.3|3\.4)$/, means: 'too_large' },
  { enhanced: /^3\.1$/, means: 'mailbox_full' },
  { enhanced: /^4\.4$/, means: 'bad_domain' },
  { enhanced: /^5\.3$/, means: 'rate_limited', consequence: 'retry' },
  { enhanced: /^6\./, means: 'content' },
  { enhanced: /^7\.(?:[578]|2[0-7]|3[0-2])$/, unless: /policy violation/, means: 'authentication' },
  { enhanced: /^7\.28$/, means: 'rate_limited' },
])

const weakWords = any([
  // Many servers use 5.7.1 for everything, including mailboxes that do not exist.
  { text: words.surelyUnknown, unless: words.aboutUs, means: 'unknown_mailbox' },
  { enhanced: /^7\./, text: words.spam, unless: words.unknownMailbox, means: 'content' },
  {
    enhanced: /^7\./,
    text: words.unknownMailbox,
    unless: words.aboutUs,
    means: 'unknown_mailbox',
    consequence: 'none',
  },
  { enhanced: /^7\./, means: 'policy' },
  { enhanced: /^4\.(?:7|3[0-9][0-9])$/, means: 'other' },
  { text: words.unknownMailbox, unless: words.aboutUs, means: 'unknown_mailbox' },
  { text: words.unwantedContent, means: 'content' },
  { text: words.spam, unless: words.unknownMailbox, means: 'content' },
  { text: words.aboutUs, means: 'policy' },
  { code: 550, text: words.refusal, means: 'policy' },
  { code: 553, text: words.refusal, means: 'policy' },
  { code: 554, text: words.refusal, means: 'policy' },
  { code: 571, means: 'policy' },
])

const codesAlone = any([
  { code: 511, means: 'unknown_mailbox' },
  { code: 521, text: words.anyOf('does not accept mail'), means: 'bad_domain' },
  { code: 521, means: 'policy' },
  { code: 530, means: 'authentication' },
  { code: 535, means: 'authentication' },
  { code: 541, means: 'policy' },
  { code: 552, means: 'too_large' },
  { code: 556, means: 'bad_domain' },
])

/** The rules for replies that fit no provider's rule. */
export const generalRules: readonly Rule[] = [...wordsWithoutDoubt, ...enhancedCodes, ...weakWords, ...codesAlone]

type Deferral = Conditions & Readonly<{ because: 'message' | 'pace' | 'destination' }>

/** Why a message is deferred. The first rule that fits decides; without one, only the message is affected. */
export const deferrals: readonly Deferral[] = [
  { text: words.anyOf('gr[ae]y-?list', 'postgrey'), because: 'message' },
  // About one recipient, sender or message, though some call it a limit.
  {
    text: words.anyOf(
      'receiving mail (?:too quickly|at a rate)',
      'too many recipients',
      'recipient thread limit',
      'recipient has exceeded',
      'nature of the content',
    ),
    because: 'message',
  },
  { text: words.mailboxFull, because: 'message' },
  { text: words.anyOf('(?:spf|dkim|dmarc)(?![a-z])', 'unauthenticated', 'tls', 'unresolvable'), because: 'message' },
  { text: words.anyOf('connection expired', 'idle'), because: 'destination' },
  { text: words.rateLimit, because: 'pace' },
  {
    text: words.anyOf(
      'server (?:is )?(?:too )?busy',
      'deferred due to',
      'temporarily deferred',
      'user complaints',
      'service refused',
    ),
    because: 'pace',
  },
  // Yahoo, Outlook.com, AOL, SFR.
  {
    text: words.anyOf(
      'tss?\\d\\d (?:all )?messages',
      'ipts0\\d',
      'rp-00\\d',
      'dyn:t',
      'rly:b',
      'rtr:',
      'con:b',
      'sfr.in.\\d',
    ),
    because: 'pace',
  },
  { text: words.blockedByList, because: 'pace' },
  { enhanced: /^7\.(?:28|5[0-9][0-9]|6[0-9][0-9])$/, because: 'pace' },
  { code: 421, enhanced: /^7\./, because: 'pace' },
  { code: 421, enhanced: /^[12]\.1$/, because: 'message' },
  { code: 421, because: 'destination' },
]
