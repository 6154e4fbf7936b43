/** Composes the octets of a message; equal input gives equal octets. Only ASCII, only CRLF, no line over 998 octets. */
import { hash } from 'node:crypto'
import type { AttachedFile, Compose, Outgoing } from '../transport.ts'
import { deriveText } from './derive-text.ts'
import { addressesHeader, identifierHeader, mailboxHeader, rawHeader, textHeader } from './header.ts'
import { filePart, multipart, type Part, textPart } from './parts.ts'

// Uses nodemailer's encoders but not its composer, whose streams take several turns of the event loop and 8 times as long.
export const compose: Compose = async outgoing => {
  const { headers, body } = content(outgoing)
  const lines = [...ownHeaders(outgoing), ...headers, ...extraHeaders(outgoing.headers)]
  const end = body.endsWith('\r\n') ? '' : '\r\n'
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}${end}`, 'latin1')
}

function ownHeaders({ from, to, cc, replyTo, subject, messageId, date }: Outgoing): string[] {
  const headers = [mailboxHeader('From', from), addressesHeader('To', to)]
  if (cc.length > 0) headers.push(addressesHeader('Cc', cc))
  if (replyTo.length > 0) headers.push(addressesHeader('Reply-To', replyTo))
  if (subject !== '') headers.push(textHeader('Subject', subject))
  headers.push(identifierHeader('Message-ID', messageId))
  headers.push(`Date: ${date.toUTCString().replace('GMT', '+0000')}`)
  headers.push('MIME-Version: 1.0')
  return headers
}

const ownNames = /^(?:from|to|cc|bcc|reply-to|subject|message-id|date|mime-version|content-.*)$/i

function extraHeaders(headers: Outgoing['headers']): string[] {
  return Object.entries(headers)
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => {
      if (ownNames.test(name)) throw new Error(`${name} is not an extra header`)
      return rawHeader(name, value)
    })
}

/** mixed(alternative(text, related(html, inline files)), files). A multipart with only one part is left out. */
function content({ messageId, html, text, attachments }: Outgoing): Part {
  const nextBoundary = boundaries(messageId)
  const wrap = (type: string, parts: Part[]): Part => {
    const [only, ...others] = parts
    return only && others.length === 0 ? only : multipart(type, nextBoundary(), parts)
  }
  const isRelated = (file: AttachedFile) => Boolean(html) && file.inline && file.contentId !== null
  const alternatives: Part[] = []
  const plain = text ?? deriveText(html ?? '')
  if (plain || !html) alternatives.push(textPart('text/plain', plain))
  if (html) {
    const files = attachments.filter(isRelated).map(filePart)
    alternatives.push(wrap('multipart/related; type="text/html"', [textPart('text/html', html), ...files]))
  }
  const files = attachments.filter(file => !isRelated(file)).map(filePart)
  return wrap('multipart/mixed', [wrap('multipart/alternative', alternatives), ...files])
}

/** Cannot occur in the content: encoded bodies contain no `=_`, and the author of the content does not know the message id. */
function boundaries(messageId: string): () => string {
  const base = hash('sha256', messageId, 'hex').slice(0, 32)
  let count = 0
  return () => `=_${base}_${++count}`
}
