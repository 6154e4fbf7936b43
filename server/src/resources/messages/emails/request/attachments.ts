/** Reads attachments into bytes: content is never a path or a link. */

import type { Fault } from '@posthorn/contract/errors'
import type { Attachment, EmailSend } from '@posthorn/contract/messages/email-requests'
import type { AttachedFile } from '#transports/transport.ts'
import { decodeBase64 } from './base64.ts'
import { faultOfContentId, faultOfFilename, faultOfMediaType } from './file-labels.ts'
import type { Objections } from './objections.ts'

/** 10 MiB of base64, in all files together. */
const maxEncoded = 10 * 1024 * 1024

const none: readonly AttachedFile[] = []

export function readAttachments(given: EmailSend['attachments'], objections: Objections): readonly AttachedFile[] {
  if (!given || given.length === 0) return none
  if (given.reduce((total, { content }) => total + content.length, 0) > maxEncoded) {
    objections.tooLarge.push({ path: 'attachments', message: 'The attachments are larger than 10 MiB in base64.' })
    return none
  }
  const contentIds = new Set<string>()
  return given.map((attachment, index) => readAttachment(attachment, index, contentIds, objections.faults))
}

function readAttachment(
  { filename, content, type = 'application/octet-stream', contentId, disposition }: Attachment,
  index: number,
  contentIds: Set<string>,
  faults: Fault[],
): AttachedFile {
  const object = (field: string, message: string | undefined): void => {
    if (message) faults.push({ path: `attachments.${index}.${field}`, message })
  }
  object('filename', faultOfFilename(filename))
  object('type', faultOfMediaType(type))
  if (contentId !== undefined) {
    object('contentId', contentIds.has(contentId) ? 'must be used once per email' : faultOfContentId(contentId))
    contentIds.add(contentId)
  }
  const bytes = decodeBase64(content)
  if (!bytes) object('content', 'must be base64 with its padding, without line breaks and without - and _')
  return {
    filename,
    type,
    contentId: contentId ?? null,
    inline: isInline(contentId, disposition),
    content: bytes ?? empty,
  }
}

const empty = Buffer.alloc(0)

/** An explicit disposition wins, with or without a contentId. */
const isInline = (contentId: string | undefined, disposition: Attachment['disposition']): boolean =>
  disposition === undefined ? contentId !== undefined : disposition === 'inline'
