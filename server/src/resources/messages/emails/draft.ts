import type { VariantName as Variant } from '@posthorn/contract/broadcasts/requests'
import type { MessageStream } from '@posthorn/contract/messages/email-requests'
import type { Mailbox } from '#core/addresses/mailbox.ts'
import type { FallbackDraft } from '#resources/messages/fallbacks/fallback.ts'
import type { AttachedFile } from '#transports/transport.ts'
import type { Values } from './body/pack.ts'

/** A request to send that has passed every rule, in the words of this room. */
export type Draft = {
  from: Mailbox
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  replyTo: readonly string[]
  /** To, cc and bcc in this order, each address once, whatever its case. */
  recipients: readonly string[]
  subject: string
  html: string | null
  text: string | null
  /** A message that leaves as it came, in place of html, text, headers and attachments. Of its headers, the Message-ID of its own is kept. */
  message?: Buffer
  headers: Readonly<Record<string, string>> | null
  tags: readonly string[]
  batchId: string | null
  messageStream: MessageStream
  topicId: string | null
  /** It goes over TLS or not at all. */
  requireTls: boolean
  trackOpens: boolean
  trackClicks: boolean
  /** Each recipient has links of its own, to say that it wants no more. */
  unsubscribe: boolean
  templateId: string | null
  attachments: readonly AttachedFile[]
  /** An ISO timestamp in UTC of at most microseconds, cut and not rounded; null when it goes at once. */
  scheduledFor: string | null
  /** Octets of subject, html, text and attachments. */
  size: number
  /** What was put outside of the database, by the ids of its contents; null for what is small. Missing where everything is kept inside. */
  outside?: { body: string | null; files: readonly (string | null)[] }
  /** The text message that goes out when it does not arrive in time. */
  fallback?: FallbackDraft
  /** The broadcast that it is part of: html and text are filled in from its content, with these values. */
  broadcast?: { id: string; variant: Variant; values: Values }
  /** An email that is due later without being scheduled, so that it cannot be canceled or moved alone. */
  dueAt?: Date | null
}

/** Nobody may give it in a request, so that among the headers of an email it is that of a message of the sender's own. */
export const messageIdHeader = 'Message-ID'

export type { Variant }
