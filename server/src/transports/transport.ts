/** What the rooms know of the wire: a message goes out, an outcome for each recipient comes back. */

import type { KeyObject } from 'node:crypto'
import type { Mailbox } from '#core/addresses/mailbox.ts'
import type { BounceClass } from '#core/returned-mail.ts'

/** An email as it is composed. The same one gives the same bytes, so that every copy and every retry is alike. */
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
  /** Derived from html when there is none. */
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

/** What is in a message that somebody else has composed. */
export type OpenedMessage = { html: string | null; text: string | null; files: readonly AttachedFile[] }

/** Null when it took too long, or is not made like any message. */
export type OpenMessage = (message: Buffer, tenant: string) => Promise<OpenedMessage | null>

type ComposeOptions = {
  /** Whose message it is: nobody waits long for the work of somebody else. */
  tenant?: string
  /** In a process of its own, even when it is small: it may be what ended the last one. Rejects with EndedItsProcess. */
  isolated?: boolean
}
export type Compose = (outgoing: Outgoing, options?: ComposeOptions) => Promise<Buffer>

export type DeriveText = (html: string, tenant: string) => Promise<string>

/** Where html is changed for each recipient. */
export type HtmlMarks = {
  /** Links that can be tracked, in their order; not more than a thousand. */
  links: readonly HtmlLink[]
  /** Where the body ends. */
  bodyEnd: number
}

export type HtmlLink = {
  url: string
  /** Where the value stands, with its quotes if it has any. */
  start: number
  end: number
  quote: '"' | "'"
}

/** What the copy of a recipient has in the places of the marks. */
export type HtmlChanges = {
  /** Undefined leaves a link as it is. */
  toAddress(url: string): string | undefined
  /** A link that no person sees: whoever follows it is a machine. */
  honeypot?: string
  pixel?: string
  /** Made of all other text. */
  fill(text: string): string
}

/** Changes html where it must, and leaves every other byte alone. */
export type EditHtml = {
  /** Once for all recipients. */
  findMarks(html: string, tenant: string): Promise<HtmlMarks>
  /** In proportion to the html, whatever is in it. */
  change(html: string, marks: HtmlMarks, changes: HtmlChanges): string
}

/** What an html body is made of. */
export type HtmlFacts = {
  links: number
  /** Of them, those to http:// addresses. */
  plainLinks: number
  images: number
  /** Of them, those without a text in their place. */
  silentImages: number
  /** Characters that people read. */
  letters: number
  /** Names such as `element:video`, `attribute:srcset`, `property:gap`, `value:display:flex`, `at:media` and `pseudo:hover`. */
  features: readonly string[]
}
/** Null when it took too long. */
export type InspectHtml = (html: string, tenant: string) => Promise<HtmlFacts | null>

/** What a spam filter says of a message. */
export type SpamAnswer =
  | {
      kind: 'scored'
      score: number
      /** From here on it counts as spam. */
      limit: number
      rules: readonly { name: string; points: number; what: string }[]
    }
  | { kind: 'too large' }
  | { kind: 'away' }
/** Always answers, in a limited time. */
export type AskSpamFilter = (message: Buffer) => Promise<SpamAnswer>

export type DkimKey = { domain: string; selector: string; privateKey: KeyObject }
/** The message with one DKIM-Signature in front for each key. */
export type Sign = (message: Buffer, keys: readonly DkimKey[]) => Promise<Buffer>

/** One hand-over: one MAIL FROM, the recipients of one route, one message. */
export type Transmission = {
  emailId: string
  environmentId: string
  returnPath: string
  recipients: readonly string[]
  /** How often each of them was tried before. */
  attempts: readonly number[]
  message: Buffer
  /** It goes over TLS or not at all. */
  requiresTls?: boolean
  /**
   * Resolves when the message may be completed. After that nobody can tell whether the peer has it until it answers.
   * If it rejects, the message is not completed, the connection is closed, and `send` rejects with the same error.
   */
  beforeFinalDot(): Promise<void>
}

/** What was done and what the peer said, in its own words. */
export type Attempt = {
  transport: string
  host?: string
  /** The name of a large receiver that is known, when mail is taken there directly. */
  receiver?: string
  /** The protocol, such as TLSv1.3; left out when the connection was in clear. */
  tls?: string
  /** The reply with its code, one line, at most 500 characters. */
  reply?: string
  durationMs: number
}

export type Outcome =
  | {
      kind: 'accepted'
      attempt: Attempt
      /** What a simulated recipient does next. */
      aftermath?: 'opened' | 'clicked' | 'complained' | 'bounced'
    }
  | {
      kind: 'deferred'
      attempt: Attempt
      /**
       * `destination`: nobody there talks to us (no connection, 421, a greeting that says no): others on it should wait, and another
       * transport may be tried. `pace`: it wants less of this stream for a while. `message`: only this one was put off.
       */
      because: 'destination' | 'pace' | 'message'
      /** The final dot had left and no reply came: the peer may have the message. */
      inDoubt: boolean
      /** A new connection was not taken: how many of ours were open, and whether the peer said itself that it has too many. */
      refusal?: { open: number; busy: boolean }
    }
  | {
      kind: 'rejected'
      attempt: Attempt
      bounce: BounceClass
      suppress: boolean
      /** The receiver wants less of this stream for a while. */
      pauses?: true
      /** A simulated failure, which is not the recipient's doing. */
      failed?: true
    }

type Destination = {
  name: string
  /** Connections at once: at most, and before anything is known. */
  maxRunning: number
  firstRunning?: number
  /** What it gets in a minute or a day, whatever it bears, and the rule in words. */
  caps?: { perMinute?: number; perDay?: number; words: string }
}

export type EmailTransport = AsyncDisposable & {
  readonly name: string
  /** What the status is when the peer has accepted the message. */
  readonly accepted: 'sent' | 'delivered'
  /** Recipients of one group travel together. */
  groupOf(address: string): string
  /** Where a recipient's mail goes. What goes to one destination shares connections and their limit, and slows down together. */
  destinationOf(address: string): Destination | Promise<Destination>
  /** There is nobody at the far side to be spared, whatever the outcomes. */
  readonly neverPaused?: true
  /** Transports with the same word reach the same peers. */
  readonly family?: string
  /** Streams and organizations that this one of several sources is for; everybody when empty. */
  readonly serves?: readonly string[]
  /** One outcome for each recipient, in their order. Rejects only for what nobody foresaw, or with beforeFinalDot. */
  send(transmission: Transmission): Promise<Outcome[]>
}
