/** The files of an email, for the API and for downloads. */
import type { EmailAttachment } from '@posthorn/contract/messages/email-attachments'
import type { Clock } from '#core/clock.ts'
import { notFound, Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import type { EmailKey } from '#postgres/partitions/email-keys.ts'
import { attachmentToken, readAttachmentToken, type TokenKey } from '#resources/messages/engagement/tokens.ts'
import type { OpenMessage } from '#transports/transport.ts'
import type { WithOutside } from '../body/join.ts'
import type { FetchContent } from '../body/outside-content.ts'
import { unpack } from '../body/pack.ts'
import { faultOfFilename, faultOfMediaType } from '../request/file-labels.ts'
import { type FileLabel, findFile, listFiles } from './attachment-store.ts'
import { findWithContent } from './read.ts'
import type { EmailRow } from './read-store.ts'

export type AttachmentParts = { db: Db; fetchContent: FetchContent; openMessage: OpenMessage }

/** A message that was submitted by SMTP may have any number of parts. */
const maxFiles = 1_000

export async function readAttachments(parts: AttachmentParts, key: EmailKey): Promise<FileLabel[]> {
  const email = await findWithContent(parts.db, key)
  const files = await listFiles(parts.db, key)
  return files.length > 0 ? files : (await filesInMessage(parts, key, email)).map(({ label }) => label)
}

async function readBytes(parts: AttachmentParts, key: EmailKey, nth: number): Promise<File | undefined> {
  const email = await findWithContent(parts.db, key)
  const file = await findFile(parts.db, key, nth)
  if (!file) return (await filesInMessage(parts, key, email))[nth]
  const { content, outside, ...label } = file
  return { label, bytes: outside ? await parts.fetchContent(outside) : content }
}

type File = { label: FileLabel; bytes: Buffer }

/** The files inside a submitted message; any other email has none. */
async function filesInMessage(
  { fetchContent, openMessage }: AttachmentParts,
  key: EmailKey,
  email: Pick<EmailRow, 'message'> & WithOutside,
): Promise<File[]> {
  const { message } = email.outside ? unpack(await fetchContent(email.outside)) : email
  if (!message) return []
  const opened = await openMessage(message, key.environmentId)
  if (!opened)
    throw new Refusal('invalid_state', {
      message: 'This message cannot be parsed. GET /v1/emails/{id}/raw returns it as a whole.',
    })
  return opened.files.slice(0, maxFiles).map(({ filename, type, contentId, inline, content }, nth) => ({
    label: {
      nth,
      // Names and types that our API would refuse are not passed on either.
      filename: faultOfFilename(filename) ? `part-${nth + 1}` : filename,
      type: faultOfMediaType(type) ? 'application/octet-stream' : type,
      ...{ contentId, inline, size: content.length },
    },
    bytes: content,
  }))
}

/** How long a link to a file is valid. */
const linkMs = 60 * 60 * 1_000

export type LinkParts = { key: TokenKey; publicUrl: string; clock: Clock }

export function toWireAttachment(
  { key, publicUrl, clock }: LinkParts,
  email: EmailKey,
  file: FileLabel,
): EmailAttachment {
  const until = new Date(Math.floor((clock().getTime() + linkMs) / 1_000) * 1_000)
  const { nth, filename, type, size, inline, contentId } = file
  return {
    id: attachmentIdOf(email, nth),
    ...{ filename, type, size, disposition: inline ? 'inline' : 'attachment' },
    ...(contentId !== null && { contentId }),
    download_url: `${publicUrl}/attachments/${attachmentToken(key, { ...email, nth, until })}`,
    expires_at: until.toISOString(),
  }
}

/** A file has no id of its own: it gets the id of the email, with the number of the file mixed into the last digits. */
export function attachmentIdOf({ emailId }: Pick<EmailKey, 'emailId'>, nth: number): string {
  const last = Number.parseInt(emailId.slice(-4), 16) ^ (nth + 1)
  return `${emailId.slice(0, -4)}${last.toString(16).padStart(4, '0')}`
}

/** Serves a file to anybody who has its link. */
export const attachmentDownloads = (parts: AttachmentParts & Pick<LinkParts, 'key' | 'clock'>) => ({
  async read(token: string) {
    const linked = readAttachmentToken(parts.key, token)
    if (!linked) throw notFound('attachment')
    const { environmentId, emailId, nth, until } = linked
    if (until <= parts.clock())
      throw new Refusal('not_found', {
        message: 'This link has expired. Ask for the attachment again to get a new one.',
      })
    const file = await readBytes(parts, { environmentId, emailId }, nth)
    if (!file) throw notFound('attachment')
    return { filename: file.label.filename, type: file.label.type, bytes: file.bytes }
  },
})
