/** The differences between the carriers that the sink can be. */

export type AskedSms = Readonly<{
  from: string
  to: string
  body: string
  mediaUrls: readonly string[]
  /** Where to report; null when no reports are wanted. */
  callbackUrl: string | null
  /** Identifies repetitions; null for carriers without such a key. */
  idempotencyKey: string | null
}>

export type TakenSms = AskedSms & Readonly<{ id: string }>

export type HeardRequest = Readonly<{
  method: string
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}>

type Answer = Readonly<{ status: number; type: string; body: string }>
export type Refusal = Readonly<{ status: number; code: string; words: string }>

/** `sent` is on the way; `failed` is final. */
export type ReportedState = 'sent' | 'delivered' | 'failed'

export type FromPerson = Readonly<{
  id?: string
  from: string
  to: string
  body: string
  mediaUrls?: readonly string[]
}>

/** A request to our callback address, without the address. */
export type Callback = Readonly<{ headers: Record<string, string>; body: string }>

export type CarrierDialect = {
  newId(): string
  /** The requested message, or the reason for a refusal. */
  read(request: HeardRequest): AskedSms | Refusal
  taken(sms: TakenSms): Answer
  refused(refusal: Refusal): Answer
  receipt(sms: TakenSms, state: ReportedState, address: string): Callback
  inbound(message: FromPerson, address: string): Callback
  /** The header that a forger would have to get right. */
  signatureHeader: string
}

export const isRefusal = (read: AskedSms | Refusal): read is Refusal => 'status' in read
