import { domainOf } from '#core/addresses/email-address.ts'
import { fieldsOf } from '#core/message-fields.ts'
import type { Db } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import type { Compose, Outgoing } from '#transports/transport.ts'
import type { FetchContent } from './body/outside-content.ts'
import type { Content } from './content/content-store.ts'
import { loadAttachments } from './content/load-content.ts'

/** The bytes of an email: the same for every copy, every retry and every reader. */
export async function composeMessage(
  { db, fetchContent }: { db: Db; fetchContent: FetchContent },
  compose: Compose,
  key: EmailKey,
  content: Content,
  how?: { isolated?: boolean },
): Promise<Buffer> {
  if (content.message) return completed(content.message, messageIdOf(key.emailId, content.fromAddress), content.date)
  return compose(
    toOutgoing(key, content, content.attachments > 0 ? await loadAttachments(db, fetchContent, key) : []),
    how,
  )
}

/** Without < and >. */
const messageIdOf = (emailId: string, fromAddress: string): string => `${emailId}@${domainOf(fromAddress)}`

/** The Message-ID that the email carries: a submitted message may have its own. */
export const shownMessageId = (email: { id: string; fromAddress: string; ownMessageId: string | null }): string =>
  email.ownMessageId?.replace(/^<(.*)>$/, '$1') ?? messageIdOf(email.id, email.fromAddress)

/** A submitted message, with a missing Message-ID or Date added in front (RFC 6409, 8.2 and 8.3). */
function completed(message: Buffer, messageId: string, date: Date): Buffer {
  const names = new Set(fieldsOf(message)?.fields.map(({ name }) => name))
  const missing = [
    ...(names.has('message-id') ? [] : [`Message-ID: <${messageId}>\r\n`]),
    ...(names.has('date') ? [] : [`Date: ${date.toUTCString().replace('GMT', '+0000')}\r\n`]),
  ]
  return missing.length === 0 ? message : Buffer.concat([Buffer.from(missing.join('')), message])
}

export const toOutgoing = (
  { emailId }: Pick<EmailKey, 'emailId'>,
  content: Content,
  attachments: Outgoing['attachments'],
): Outgoing => ({
  messageId: messageIdOf(emailId, content.fromAddress),
  date: content.date,
  from: { name: content.fromName, address: content.fromAddress },
  to: content.to,
  cc: content.cc ?? [],
  replyTo: content.replyTo ?? [],
  subject: content.subject,
  html: content.html,
  text: content.text,
  headers: content.headers ?? {},
  attachments,
})
