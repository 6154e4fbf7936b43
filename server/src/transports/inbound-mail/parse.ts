/** A message in its parts, as far as anybody looks. */
import PostalMime, { type Email } from 'postal-mime'
import { deepestPart, largestHeaders } from './limits.ts'

/** Undefined for what is deeper or longer than anything that reports are made of. */
export async function parseMail(message: Buffer): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(message, {
      maxNestingDepth: deepestPart,
      maxHeadersSize: largestHeaders,
      // What is sent back is not what is said.
      forceRfc822Attachments: true,
    })
  } catch {
    return undefined
  }
}

/** So much of a message is read: whole lines, and more of them only where they are as long as this. */
export type Reading = { octets: number; lines: number; furtherLine?: number }

export function beginningOf(
  message: Buffer,
  { octets, lines, furtherLine = Number.POSITIVE_INFINITY }: Reading,
): Buffer {
  let end = 0
  for (let line = 0; line < lines + end / furtherLine; line++) {
    const next = message.indexOf('\n', end)
    if (next < 0 || next >= octets) return message.subarray(0, octets)
    end = next + 1
  }
  return message.subarray(0, end)
}

export const headerOf = (mail: Email, name: string): string => mail.headers.find(({ key }) => key === name)?.value ?? ''

export function partOf(mail: Email, type: RegExp): string | undefined {
  const content = mail.attachments.find(({ mimeType }) => type.test(mimeType))?.content
  if (content === undefined) return undefined
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}

export const isReport = (mail: Email): boolean => /^multipart\/report\b/i.test(headerOf(mail, 'content-type'))

export const feedbackReport = /^message\/feedback-report$/
