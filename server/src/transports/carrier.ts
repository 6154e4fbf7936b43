/**
 * What the rooms know of the carriers of text messages: parts go out and an outcome for each comes back; later come
 * receipts, and messages from people.
 */
import type { Attempt } from './transport.ts'

/** A text message by the environment and the id that it has there. */
export type SmsKey = { environmentId: string; smsId: string }

export type Encoding = 'gsm7' | 'ucs2'

export type Submission = SmsKey & {
  from: string
  to: string
  body: string
  encoding: Encoding
  /** Makes it an MMS. */
  mediaUrls: readonly string[]
  /** What is to go out now: all of it, or the parts that were put off the last time. A whole message is part 1 of 1. */
  parts: readonly Part[]
  /** How many parts the whole message has. */
  totalParts: number
  /** When it is of no use any more; nobody said so when it is left out. */
  validity?: Validity
  /**
   * Resolves when the message may leave. After that nobody can tell whether the carrier has it until it answers. Called
   * once, before the first octet that matters. If it rejects, nothing leaves and `submit` rejects with the same error.
   */
  beforeSubmit(): Promise<void>
}

/** The moment, and how many seconds are left until then: at least one. */
export type Validity = { until: Date; seconds: number }

/** `nth` counts from 1. */
export type Part = { nth: number; text: string }

export type PartOutcome =
  | {
      kind: 'accepted'
      attempt: Attempt
      /** What the carrier calls it in its receipts; null when there will be none. */
      carrierId: string | null
      state: 'sent' | 'delivered' | 'undelivered'
      /** What the carrier takes for it, in dollars, when it says so: a decimal number as text. */
      cost?: string
      /** Kept here instead of being sent. */
      captured?: true
    }
  | {
      kind: 'deferred'
      attempt: Attempt
      /** `destination`: the carrier as a whole is unwell, another may be tried. `message`: only this one was put off. */
      because: 'destination' | 'message'
      /** It may have left and no answer came: the carrier may have it. */
      inDoubt: boolean
    }
  | { kind: 'rejected'; attempt: Attempt }

/** What became of a part, as the carrier tells later. */
export type Receipt = {
  carrier: string
  carrierId: string
  /** Which message it is about, where the carrier gave our own words back under its signature. */
  sms: SmsKey | null
  /** `sent` is anything on the way. */
  state: 'sent' | 'delivered' | 'undelivered'
  /** In the carrier's words. */
  reply: string
  cost?: string
}

/** A message from a person. */
export type InboundSms = {
  carrier: string
  /** Null when the carrier gives it no name; then a repetition cannot be told from a new one. */
  carrierId: string | null
  from: string
  to: string
  body: string
  mediaUrls: readonly string[]
  /** The carrier answers STOP and HELP by itself: a second answer would be one too many. */
  isAnswered?: boolean
  /** Set when this is a piece of a longer text, whose body may begin and end with half a character. `nth` counts from 1. */
  piece?: { reference: number; total: number; nth: number }
}

/** Where carriers put what comes in. Resolves when it is committed; a carrier must not confirm anything before. */
export type Arrivals = {
  receipt(receipt: Receipt): Promise<void>
  inbound(message: InboundSms): Promise<void>
}

/** A request of the carrier to our callback address. */
export type CallbackRequest = {
  /** The address that the carrier was given, with its query. */
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
      /** What the carrier wants to hear once it is committed. */
      reply: { type: string; body: string }
    }
  /** The signature is missing, wrong or too old. */
  | { kind: 'unauthorized' }
  /** Signed, but not what it should be. */
  | { kind: 'unreadable' }

export type Carrier = AsyncDisposable & {
  readonly name: string
  /** True when it takes a long text cut into parts; else it gets the whole as part 1 of 1. */
  readonly takesParts: boolean
  /** A submission that is repeated with the same id is not sent twice. */
  readonly idempotent: boolean
  /** False for one that cannot carry pictures. */
  readonly takesMedia: boolean
  /** Submissions at once. */
  readonly maxAtOnce: number
  /** There is nobody at the far side to be spared, whatever the outcomes. */
  readonly neverPaused?: true
  /** One outcome for each part, in their order. Rejects only for what nobody foresaw, or with beforeSubmit. */
  submit(submission: Submission): Promise<PartOutcome[]>
  /** For those that call back over HTTP. */
  readCallback?(request: CallbackRequest, now: Date): CallbackReading
}

/** Which carriers there are, and who carries what. */
export type CarrierDirectory = {
  /** In order of preference; none when the settings name nobody for this number. */
  carriersFor(number: string): readonly Carrier[]
  named(name: string): Carrier | undefined
}
