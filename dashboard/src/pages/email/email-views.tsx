/** The views of an email's content. */
import type { Email } from '@posthorn/contract/messages/email-replies'
import type { UseQueryResult } from '@tanstack/react-query'
import { Download, Image, Paperclip } from 'lucide-react'
import type { Attachment, Email as Mail } from 'postal-mime'
import { useState } from 'react'
import { hrefOf } from '#api/call.ts'
import { Button, DownloadButton } from '#button/button.tsx'
import { CodeBlock } from '#code/code-block.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { Loaded } from '#empty/loaded.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { MailFrame } from '#preview/mail-frame.tsx'
import { hasRemoteImages } from '#preview/remote-images.ts'
import { bytes } from '#style/figures.ts'
import { base64, type ParsedMail, withInlineImages } from './parsed-mail.ts'

const skeleton = <Skeleton className="h-64" />

export function Preview({
  email,
  parsed,
}: {
  email: Pick<Email, 'html' | 'text' | 'subject'>
  parsed: Mail | undefined
}) {
  const [areImagesShown, setImagesShown] = useState(false)
  if (!email.html) return <p className="card p-4 whitespace-pre-wrap">{email.text}</p>
  if (!parsed && email.html.includes('cid:')) return skeleton
  return (
    <div className="space-y-2">
      {hasRemoteImages(email.html) && !areImagesShown && (
        <div className="flex items-center justify-between gap-3 rounded-lg border border-line bg-sunken px-3 py-1.5 text-sm text-soft">
          <span>Remote images are not loaded, because they can tell the sender that you opened the email.</span>
          <Button isSmall icon={Image} onClick={() => setImagesShown(true)}>
            Load images
          </Button>
        </div>
      )}
      <MailFrame
        title={`Preview: ${email.subject}`}
        html={withInlineImages(email.html, parsed)}
        areImagesShown={areImagesShown}
      />
    </div>
  )
}

export const PlainText = ({ email }: { email: Pick<Email, 'text'> }) =>
  email.text ? (
    <CodeBlock code={email.text} isWrapped maxHeight="36rem" />
  ) : (
    <EmptyState icon={Paperclip} title="No text">
      This email has only an HTML part.
    </EmptyState>
  )

type Parsed = { parsed: UseQueryResult<ParsedMail> }

export const Headers = ({ parsed }: Parsed) => (
  <Loaded query={parsed} skeleton={skeleton}>
    {({ mail }) => (
      <dl className="card divide-y divide-line overflow-hidden font-mono text-xs">
        {mail.headers.map(({ key, originalKey, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header may occur twice, and they never move
          <div key={at} className="grid gap-x-4 px-3 py-1.5 sm:grid-cols-[12rem_1fr]">
            <dt className="text-faint">{originalKey || key}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
    )}
  </Loaded>
)

export const Attachments = ({ parsed }: Parsed) => (
  <Loaded query={parsed} skeleton={skeleton}>
    {({ mail }) =>
      mail.attachments.length === 0 ? (
        <EmptyState icon={Paperclip} title="No attachments" />
      ) : (
        <ul className="card divide-y divide-line">
          {mail.attachments.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and they never move
            <AttachmentRow key={at} file={file} />
          ))}
        </ul>
      )
    }
  </Loaded>
)

function AttachmentRow({ file }: { file: Attachment }) {
  const size = typeof file.content === 'string' ? file.content.length : file.content.byteLength
  const name = file.filename ?? 'unnamed'
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <Paperclip aria-hidden className="size-4 shrink-0 text-faint" />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm text-faint">
          {file.mimeType} · {bytes(size)}
          {file.disposition === 'inline' && ' · inline'}
        </p>
      </div>
      <DownloadButton isSmall icon={Download} download={name} aria-label={`Download ${name}`} href={dataUrl(file)} />
    </li>
  )
}

/** Always application/octet-stream, so that an attachment never opens as a page on our origin. */
const dataUrl = ({ content }: Attachment) => `data:application/octet-stream;base64,${base64(content)}`

export const Raw = ({ parsed, id }: Parsed & { id: string }) => (
  <Loaded query={parsed} skeleton={skeleton}>
    {({ raw }) => (
      <div className="space-y-2">
        <CodeBlock code={raw} maxHeight="36rem" />
        <DownloadButton isSmall icon={Download} href={hrefOf('getRawEmail', { params: { id } })} download={`${id}.eml`}>
          Download .eml
        </DownloadButton>
      </div>
    )}
  </Loaded>
)
