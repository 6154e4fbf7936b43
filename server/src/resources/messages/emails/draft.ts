import type { VariantName as Variant } from '@posthorn/contract/broadcasts/requests'
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import type { Mailbox } from '#core/addresses/mailbox.ts'
import type { FallbackDraft } from '#resources/messages/fallbacks/fallback.ts'
import type { AttachedFile } from '#transports/transport.ts'
import type { Values } from './body/pack.ts'

/** A request to send that has passed every rule, with the names that this room uses. */
export type Draft = {
  from: Mailbox
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  replyTo: readonly string[]
  /** To, cc and bcc in this order; each address once, ignoring case. */
  recipients: readonly string[]
  subject: string
  html: string | null
  text: string | null
  /** A message that is sent as it was submitted, instead of html, text and attachments. `headers` holds only its Message-ID. */
  message?: Buffer
  headers: Readonly<Record<string, string>> | null
  tags: readonly string[]
  batchId: string | null
  messageStream: MessageStream
  topicId: string | null
  /** Sent over TLS or not at all. */
  requireTls: boolean
  trackOpens: boolean
  trackClicks: boolean
  /** Each recipient gets personal unsubscribe links. */
  unsubscribe: boolean
  templateId: string | null
  attachments: readonly AttachedFile[]
  /** An ISO timestamp in UTC, truncated to microseconds and not rounded; null when the email is sent at once. */
  scheduledFor: string | null
  /** Octets of subject, html, text and attachments. */
  size: number
  /** The ids of the contents outside the database; null for parts that are small. Undefined when everything is kept inside. */
  outside?: { body: string | null; files: readonly (string | null)[] }
  /** The text message that is sent when the email does not arrive in time. */
  fallback?: FallbackDraft
  /** The broadcast that it belongs to: html and text are filled in from its content, with these values. */
  broadcast?: { id: string; variant: Variant; values: Values }
  /** Makes the email due later without scheduling it, so that it cannot be canceled or moved on its own. */
  later?: { at: Date; waitsFor: string } | null
}

/** Requests may not set this header, so among the headers of an email it is always that of a submitted message. */
export const messageIdHeader = 'Message-ID'

export type { Variant }
