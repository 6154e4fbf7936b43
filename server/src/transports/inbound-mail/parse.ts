/** Parses the parts of a message that are used. */
import PostalMime, { type Email } from 'postal-mime'
import { maxHeaderBytes, maxPartDepth } from './limits.ts'

/** Undefined for a message that is nested too deeply or has too long headers for a report. */
export async function parseMail(message: Buffer): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(message, {
      maxNestingDepth: maxPartDepth,
      maxHeadersSize: maxHeaderBytes,
      // The returned message is not part of the report's own text.
      forceRfc822Attachments: true,
    })
  } catch {
    return undefined
  }
}

/** How much of a message is read: whole lines up to a limit, and one more for each `furtherLine` octets. */
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
