import { domainOf } from '#core/addresses/email-address.ts'
import type { Db } from '#postgres/database.ts'
import type { Compose, Outgoing } from '#transports/transport.ts'
import type { Content } from './content-store.ts'
import type { EmailKey } from './email-key.ts'
import { loadAttachments } from './load-content.ts'
import type { FetchContent } from './outside-content.ts'

/** The bytes of an email. The same for every copy, every retry and whoever asks to see it. */
export async function composeMessage(
  { db, fetchContent }: { db: Db; fetchContent: FetchContent },
  compose: Compose,
  key: EmailKey,
  content: Content,
  how?: { isolated?: boolean },
): Promise<Buffer> {
  return compose(
    toOutgoing(key, content, content.attachments > 0 ? await loadAttachments(db, fetchContent, key) : []),
    how,
  )
}

export const toOutgoing = (
  { emailId }: Pick<EmailKey, 'emailId'>,
  content: Content,
  attachments: Outgoing['attachments'],
): Outgoing => ({
  messageId: `${emailId}@${domainOf(content.fromAddress)}`,
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
