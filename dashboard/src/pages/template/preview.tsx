import { useState } from 'react'
import { Failure } from '#api/failure.ts'
import { Button } from '#button/button.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { MailFrame } from '#preview/mail-frame.tsx'
import { classes } from '#style/classes.ts'
import { Segments } from '#tabs/segments.tsx'
import type { Rendered } from './use-rendered.ts'
import type { Values } from './values.ts'

const devices = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Text' },
] as const
type Device = (typeof devices)[number]['value']

type Props = { rendered: Rendered; values: Values }

/** The email as its reader gets it, on a desk or on a phone. */
export function Preview({ rendered, values }: Props) {
  const [device, setDevice] = useState<Device>('desktop')
  const { data, error } = rendered
  return (
    <section aria-label="Preview" className="flex h-full min-h-0 flex-col bg-sunken">
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2">
        <p className="min-w-0 truncate">
          <span className="text-faint">Subject </span>
          <span className="font-medium">{data?.subject}</span>
        </p>
        <Segments label="Shown as" options={devices} value={device} onChange={setDevice} />
      </div>
      {error && <Trouble error={error} onFill={values.fill} />}
      <div className="min-h-0 grow overflow-auto p-4">
        {data ? <Mail device={device} {...data} /> : !error && <Skeleton className="h-full min-h-64" />}
      </div>
    </section>
  )
}

type MailProps = { device: Device; subject: string; html?: string | undefined; text?: string | undefined }

function Mail({ device, subject, html, text }: MailProps) {
  if (device === 'text' || html === undefined)
    return (
      <pre className="card mx-auto max-w-2xl p-4 font-sans break-words whitespace-pre-wrap">
        {text ?? 'The text is derived from the HTML when it is sent.'}
      </pre>
    )
  return (
    <div className={classes('mx-auto h-full', device === 'phone' ? 'w-[22.5rem] max-w-full' : 'w-full')}>
      <MailFrame
        // A frame that gets another document while it still loads the first may show neither, so each gets its own.
        key={html}
        title={`Preview: ${subject}`}
        html={html}
        areImagesShown
        className={classes(
          'h-full min-h-96 w-full border border-line-strong bg-white',
          device === 'phone' ? 'rounded-3xl' : 'rounded-lg',
        )}
      />
    </div>
  )
}

function Trouble({ error, onFill }: { error: Error; onFill: () => void }) {
  const isMissing = error instanceof Failure && error.code === 'missing_variable'
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-warn/8 px-4 py-1.5 text-sm"
    >
      {error.message}
      {isMissing && (
        <Button isSmall onClick={onFill}>
          Add examples
        </Button>
      )}
    </div>
  )
}
