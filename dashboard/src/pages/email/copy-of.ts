import type { Email } from '@posthorn/contract/messages/email-replies'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import type { Address, Attachment, Email as Mail } from 'postal-mime'
import { base64 } from './parsed-mail.ts'

type Changes = { to: string[]; subject: string }

/** A new email with the content, Cc, Reply-To and attachments of a sent one. */
export function copyOf(email: Email, mail: Mail, { to, subject }: Changes): EmailSend {
  const cc = addresses(mail.cc)
  const replyTo = addresses(mail.replyTo)
  return {
    from: email.from,
    to,
    subject,
    ...(email.html !== undefined && { html: email.html }),
    ...(email.text !== undefined && { text: email.text }),
    ...(cc.length > 0 && { cc }),
    ...(replyTo.length > 0 && { reply_to: replyTo }),
    ...(mail.attachments.length > 0 && { attachments: mail.attachments.map(file) }),
  }
}

const addresses = (list: readonly Address[] = []): string[] =>
  list
    .flatMap(({ address, group }) => (group ? group.map(one => one.address) : [address]))
    .filter(one => one !== undefined)

function file({ filename, mimeType, contentId, content }: Attachment) {
  const id = contentId?.replace(/^<|>$/g, '')
  return { filename: filename ?? 'unnamed', type: mimeType, content: base64(content), ...(id && { contentId: id }) }
}
