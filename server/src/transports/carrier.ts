/**
 * The port to SMS carriers: each submitted part gets an outcome. Receipts and inbound messages arrive later.
 */
import type { Attempt } from './transport.ts'

/** Identifies a text message by environment and id. */
export type SmsKey = { environmentId: string; smsId: string }

export type Encoding = 'gsm7' | 'ucs2'

export type Submission = SmsKey & {
  from: string
  to: string
  body: string
  encoding: Encoding
  /** With any, the message is an MMS. */
  mediaUrls: readonly string[]
  /** The parts to send now: all of them, or those deferred the last time. An unsplit message is part 1 of 1. */
  parts: readonly Part[]
  /** The number of parts of the whole message. */
  totalParts: number
  /** When the message expires. Optional. */
  validity?: Validity
  /**
   * Resolves when the message may be sent. After that the message is in doubt until the carrier answers. Called once, before
   * any of the message is sent. If it rejects, nothing is sent and `submit` rejects with the same error.
   */
  beforeSubmit(): Promise<void>
}

/** The expiry, and the seconds until then, at least one. */
export type Validity = { until: Date; seconds: number }

/** `nth` counts from 1. */
export type Part = { nth: number; text: string }

export type PartOutcome =
  | {
      kind: 'accepted'
      attempt: Attempt
      /** The carrier id in its receipts; null when there will be no receipts. */
      carrierId: string | null
      state: 'sent' | 'delivered' | 'undelivered'
      /** The carrier's price in dollars, if it reports one: a decimal number as text. */
      cost?: string
      /** Stored instead of sent. */
      captured?: true
    }
  | {
      kind: 'deferred'
      attempt: Attempt
      /** `destination`: the carrier as a whole fails, another may be tried. `message`: only this message is deferred. */
      because: 'destination' | 'message'
      /** It may have been sent without an answer, so the carrier may have it. */
      inDoubt: boolean
    }
  | {
      kind: 'rejected'
      attempt: Attempt
      /** The carrier has a STOP of the recipient, which we may not know. */
      optedOut?: true
    }

/** The carrier's later report about a part. */
export type Receipt = {
  carrier: string
  carrierId: string
  /** The message, when the carrier returns our key in a signed callback. */
  sms: SmsKey | null
  /** `sent` is any state before the final one. */
  state: 'sent' | 'delivered' | 'undelivered'
  /** In the carrier's words. */
  reply: string
  cost?: string
  /** It was not delivered because the carrier has a STOP of the recipient. */
  optedOut?: true
}

/** A message from a person. */
export type InboundSms = {
  carrier: string
  /** Null when the carrier gives no id; then a repetition looks like a new message. */
  carrierId: string | null
  from: string
  to: string
  body: string
  mediaUrls: readonly string[]
  /** What the carrier takes it for: its account may have keywords that we do not know. */
  keyword?: 'stop' | 'start' | 'help'
  /** The carrier has answered this keyword itself, so we must not answer again. */
  isAnswered?: boolean
  /** Set when this is a piece of a longer text, whose body may begin and end with half of a surrogate pair. `nth` counts from 1. */
  piece?: { reference: number; total: number; nth: number }
}

/** Stores what carriers receive. Resolves when it is committed; a carrier must not confirm it before. */
export type Arrivals = {
  receipt(receipt: Receipt): Promise<void>
  inbound(message: InboundSms): Promise<void>
}

/** A carrier's request to our callback URL. */
export type CallbackRequest = {
  /** The callback URL that the carrier was given, with its query. */
  url: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

export type CallbackReading =
  | {
      kind: 'read'
      receipts: readonly Receipt[]
      inbound: readonly InboundSms[]
      /** The answer to the carrier after the commit. */
      reply: { type: string; body: string }
    }
  /** The signature is missing, wrong or too old. */
  | { kind: 'unauthorized' }
  /** Signed, but in an unexpected format. */
  | { kind: 'unreadable' }

export type Carrier = AsyncDisposable & {
  readonly name: string
  /** True when it takes a long text split into parts. Otherwise it gets the whole text as part 1 of 1. */
  readonly takesParts: boolean
  /** A repeated submission with the same id is not sent twice. */
  readonly idempotent: boolean
  /** Whether the carrier supports MMS. */
  readonly takesMedia: boolean
  /** Concurrent submissions. */
  readonly maxAtOnce: number
  /** Never paused after failures, since there is no real peer to protect. */
  readonly neverPaused?: true
  /** One outcome per part, in order. Rejects only for an unexpected error, or when beforeSubmit rejects. */
  submit(submission: Submission): Promise<PartOutcome[]>
  /** For carriers with HTTP callbacks. */
  readCallback?(request: CallbackRequest, now: Date): CallbackReading
}

/** The configured carriers, and which numbers they serve. */
export type CarrierDirectory = {
  /** In order of preference. Empty when no carrier is configured for this number. */
  carriersFor(number: string): readonly Carrier[]
  named(name: string): Carrier | undefined
}
