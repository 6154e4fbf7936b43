/** The port to email transports: a message is sent, and each recipient gets an outcome. */

import type { KeyObject } from 'node:crypto'
import type { Mailbox } from '#core/addresses/mailbox.ts'
import type { BounceClass } from '#core/returned-mail.ts'

/** The input for composing an email. The same input gives the same bytes, so that all copies and retries are identical. */
export type Outgoing = {
  /** Without angle brackets. */
  messageId: string
  date: Date
  from: Mailbox
  to: readonly string[]
  cc: readonly string[]
  replyTo: readonly string[]
  subject: string
  html: string | null
  /** When null, derived from html. */
  text: string | null
  headers: Readonly<Record<string, string>>
  attachments: readonly AttachedFile[]
}

export type AttachedFile = {
  filename: string
  type: string
  contentId: string | null
  inline: boolean
  content: Buffer
}

/** The content of a message that was composed elsewhere. */
export type OpenedMessage = { html: string | null; text: string | null; files: readonly AttachedFile[] }

/** Null when parsing takes too long, or the structure is not that of a message. */
export type OpenMessage = (message: Buffer, tenant: string) => Promise<OpenedMessage | null>

type ComposeOptions = {
  /** The tenant of the message: tenants take turns. */
  tenant?: string
  /** Composes in a separate process even when the message is small, since it may have crashed the last one. Rejects with ProcessCrashed. */
  isolated?: boolean
}
export type Compose = (outgoing: Outgoing, options?: ComposeOptions) => Promise<Buffer>

export type DeriveText = (html: string, tenant: string) => Promise<string>

/** The positions at which html is changed per recipient. */
export type HtmlMarks = {
  /** Links that can be tracked, in order, at most a thousand. */
  links: readonly HtmlLink[]
  /** Where the body ends. */
  bodyEnd: number
}

export type HtmlLink = {
  url: string
  /** The position of the value, including its quotes if any. */
  start: number
  end: number
  quote: '"' | "'"
}

/** The changes at the marks for one recipient's copy. */
export type HtmlChanges = {
  /** Undefined leaves a link unchanged. */
  toAddress(url: string): string | undefined
  /** An invisible link: only machines follow it. */
  honeypot?: string
  pixel?: string
  /** Applied to all other text. */
  fill(text: string): string
}

/** Changes html at the marks, and leaves every other byte unchanged. */
export type EditHtml = {
  /** Once for all recipients. */
  findMarks(html: string, tenant: string): Promise<HtmlMarks>
  /** Takes linear time for any html. */
  change(html: string, marks: HtmlMarks, changes: HtmlChanges): string
}

/** Statistics of an html body. */
export type HtmlFacts = {
  links: number
  /** Of them, links to http:// URLs. */
  plainLinks: number
  images: number
  /** Of them, images without alternative text. */
  silentImages: number
  /** Visible characters. */
  letters: number
  /** Names such as `element:video`, `attribute:srcset`, `property:gap`, `value:display:flex`, `at:media` and `pseudo:hover`. */
  features: readonly string[]
}
/** Null when it takes too long. */
export type InspectHtml = (html: string, tenant: string) => Promise<HtmlFacts | null>

/** A spam filter's answer about a message. */
export type SpamAnswer =
  | {
      kind: 'scored'
      score: number
      /** From this score on, the message counts as spam. */
      limit: number
      rules: readonly { name: string; points: number; what: string }[]
    }
  | { kind: 'too large' }
  | { kind: 'away' }
/** Always answers, within a time limit. */
export type AskSpamFilter = (message: Buffer) => Promise<SpamAnswer>

export type DkimKey = { domain: string; selector: string; privateKey: KeyObject }
/** Prepends one DKIM-Signature per key to the message. */
export type Sign = (message: Buffer, keys: readonly DkimKey[]) => Promise<Buffer>

/** One SMTP transaction: one MAIL FROM, the recipients of one route, one message. */
export type Transmission = {
  emailId: string
  environmentId: string
  returnPath: string
  recipients: readonly string[]
  /** The number of earlier attempts for each recipient. */
  attempts: readonly number[]
  message: Buffer
  /** Sent only over TLS. */
  requiresTls?: boolean
  /**
   * Resolves when the message may be completed. After that the message is in doubt until the peer answers.
   * If it rejects, the message is not completed, the connection is closed, and `send` rejects with the same error.
   */
  beforeFinalDot(): Promise<void>
}

/** The facts of an attempt, with the peer's own reply. */
export type Attempt = {
  transport: string
  host?: string
  /** The name of a known large receiver, for direct delivery. */
  receiver?: string
  /** The TLS version, such as TLSv1.3. Undefined without TLS. */
  tls?: string
  /** The reply with its code, one line, at most 500 characters. */
  reply?: string
  durationMs: number
}

export type Outcome =
  | {
      kind: 'accepted'
      attempt: Attempt
      /** The next action of a simulated recipient. */
      aftermath?: 'opened' | 'clicked' | 'complained' | 'bounced'
    }
  | {
      kind: 'deferred'
      attempt: Attempt
      /**
       * `destination`: the destination does not accept us (no connection, 421, a refusing greeting): other messages to it should wait,
       * and another transport may be tried. `pace`: it throttles this stream for a while. `message`: only this message is deferred.
       */
      because: 'destination' | 'pace' | 'message'
      /** The final dot was sent and no reply arrived, so the peer may have the message. */
      inDoubt: boolean
      /** A new connection was refused: how many of ours were open, and whether the peer reported too many connections. */
      refusal?: { open: number; busy: boolean }
    }
  | {
      kind: 'rejected'
      attempt: Attempt
      bounce: BounceClass
      suppress: boolean
      /** The receiver throttles this stream for a while. */
      pauses?: true
      /** A simulated failure that is not caused by the recipient. */
      failed?: true
    }

type Destination = {
  name: string
  /** Concurrent connections: the maximum, and the initial limit. */
  maxRunning: number
  firstRunning?: number
  /** Fixed caps per minute or day, and the rule in words. */
  caps?: { perMinute?: number; perDay?: number; words: string }
}

export type EmailTransport = AsyncDisposable & {
  readonly name: string
  /** The status after the peer has accepted the message. */
  readonly accepted: 'sent' | 'delivered'
  /** Recipients of one group share a transmission. */
  groupOf(address: string): string
  /** The destination of a recipient's mail. Mail to one destination shares connections, their limit and throttling. */
  destinationOf(address: string): Destination | Promise<Destination>
  /** Never paused after failures, since there is no real peer to protect. */
  readonly neverPaused?: true
  /** Transports of the same family reach the same peers. */
  readonly family?: string
  /** The streams and organizations that this source serves; all when empty. */
  readonly serves?: readonly string[]
  /** One outcome per recipient, in order. Rejects only for an unexpected error, or when beforeFinalDot rejects. */
  send(transmission: Transmission): Promise<Outcome[]>
}
