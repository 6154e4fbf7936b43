/** The attachments of an email: sent inline, or fetched from a URL. */

import { operations } from '@posthorn/contract/all-operations'
import type { Fault } from '@posthorn/contract/errors'
import type { EmailSend } from '@posthorn/contract/messages/email-requests'
import { withoutLineBreaks } from '#core/line-breaks.ts'
import { invalid, Refusal } from '#core/refusal.ts'
import type { Attachment } from './email-request.ts'

type File = NonNullable<EmailSend['attachments']>[number]

/** `error` says why it failed. `isBusy`: it was not tried, since too many files are being fetched. */
type Fetched = { bytes: Buffer; type?: string } | { error: string; isBusy?: true }
/** Fetches at most `maxBytes` from a URL. */
type FetchFile = (url: string, maxBytes: number) => Promise<Fetched>

/** `typeOf`: the media type for a file name. */
export type FileSources = { fetch: FetchFile; typeOf(filename: string): string }

/** For all files of an email together, the limit of our own API: 10 MiB in base64. */
const maxBytes = (10 * 1024 * 1024 * 3) / 4
/** The client waits while they are fetched. */
const maxFetched = 10

/** Called with the size of each file that was fetched; throws when these are too many or too large together. */
export type OnFetched = (bytes: number) => void

/** The files of all emails of a batch count together, as they do when they are in the request. */
export function limitOfBatch(): OnFetched {
  let [bytesLeft, filesLeft] = [(operations.sendEmailBatch.bodyLimit * 3) / 4, 100]
  return bytes => {
    bytesLeft -= bytes
    filesLeft--
    if (bytesLeft < 0 || filesLeft < 0) throw new Refusal('payload_too_large', { message: tooMuch })
  }
}

const tooMuch =
  'The files that the emails of a batch name by path may be 100, and 50 MiB in base64. Send fewer emails at once.'

export async function filesOf(
  attachments: readonly Attachment[],
  { fetch, typeOf }: FileSources,
  onFetched: OnFetched = () => {},
): Promise<File[]> {
  const paths = attachments.filter(isElsewhere)
  if (paths.length > maxFetched)
    throw invalid({ path: 'attachments', message: `must have a path in at most ${maxFetched} of them` })
  let left = maxBytes
  const files: File[] = []
  // One by one: in parallel, each could use the whole limit at the same time.
  for (const [index, one] of attachments.entries()) {
    const { bytes, type } = isElsewhere(one)
      ? await fetched(one.path, left, index, fetch)
      : { bytes: undefined, type: undefined }
    if (bytes) onFetched(bytes.length)
    left -= bytes?.length ?? 0
    files.push(toFile(one, { bytes, type, typeOf }, index))
  }
  return files
}

const isElsewhere = (one: Attachment): one is Attachment & { path: string } =>
  typeof one.path === 'string' && (one.content === undefined || one.content === null)

async function fetched(url: string, maxBytes: number, index: number, fetchFile: FetchFile) {
  const result = await fetchFile(url, maxBytes)
  if ('error' in result && result.isBusy) throw new Refusal('service_unavailable', { retryAfterSeconds: 5 })
  if ('error' in result) throw invalid(fault(index, 'path', `could not be fetched: ${result.error}`))
  return result
}

function toFile(
  one: Attachment,
  { bytes, type, typeOf }: { bytes: Buffer | undefined; type: string | undefined; typeOf: FileSources['typeOf'] },
  index: number,
): File {
  const { content, filename, path, content_type } = one
  const content_id = one.content_id || one.inline_content_id
  const encoded = bytes?.toString('base64') ?? encodedIn(content)
  if (encoded === undefined) throw invalid(fault(index, 'content', 'is required, or path'))
  const name = filename ?? nameIn(path) ?? `attachment-${index + 1}`
  return {
    filename: name,
    content: encoded,
    type: content_type || knownType(type) || typeOf(name),
    ...(content_id && { contentId: content_id.replace(/^<(.*)>$/, '$1') }),
  }
}

function encodedIn(content: Attachment['content']): string | undefined {
  if (content === undefined || content === null) return undefined
  if (typeof content === 'string') return withoutLineBreaks(content)
  return Buffer.from(Array.isArray(content) ? content : content.data).toString('base64')
}

/** Servers send octet-stream when they do not know the type. */
const knownType = (type: string | undefined): string | undefined => (type?.endsWith('/octet-stream') ? undefined : type)

/** The last segment of the URL's path. */
function nameIn(path: string | null | undefined): string | undefined {
  const name = URL.parse(path ?? '')
    ?.pathname.split('/')
    .at(-1)
  try {
    return name ? decodeURIComponent(name) : undefined
  } catch {
    return name
  }
}

const fault = (index: number, field: string, message: string): Fault => ({
  path: `attachments.${index}.${field}`,
  message,
})
