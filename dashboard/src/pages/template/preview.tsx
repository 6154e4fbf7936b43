import { Failure, sentenceOf } from '#api/failure.ts'
import { Button } from '#button/button.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { hasDarkStyles } from '#preview/color-scheme.ts'
import { MailFrame } from '#preview/mail-frame.tsx'
import { classes } from '#style/classes.ts'
import { Segments } from '#tabs/segments.tsx'
import { type Look, schemes, useLook, widths } from './look.ts'
import type { Rendered } from './use-rendered.ts'
import type { Values } from './values.ts'

type Props = { rendered: Rendered; values: Values }

/** The email as its reader gets it: on a desk or on a phone, by day or by night. */
export function Preview({ rendered, values }: Props) {
  const [look, change] = useLook()
  const { data, error } = rendered
  return (
    <section aria-label="Preview" className="flex h-full min-h-0 flex-col bg-sunken">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line px-4 py-2">
        <p className="min-w-40 grow basis-0 truncate">
          <span className="text-faint">Subject </span>
          <span className="font-medium">{data?.subject}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Segments label="Colors" options={schemes} value={look.scheme} onChange={scheme => change({ scheme })} />
          <Segments label="Shown as" options={widths} value={look.width} onChange={width => change({ width })} />
        </div>
      </div>
      {error && <Trouble error={error} onFill={values.fill} />}
      {look.scheme === 'dark' && look.width !== 'text' && data?.html !== undefined && <DarkNote html={data.html} />}
      <div className="min-h-0 grow overflow-auto p-4">
        {data ? <Mail look={look} {...data} /> : !error && <Skeleton className="h-full min-h-64" />}
      </div>
    </section>
  )
}

/** Nobody can show what every program makes of a mail by night, so it is said what this is. */
const DarkNote = ({ html }: { html: string }) => (
  <p className="border-b border-line px-4 py-1.5 text-sm text-soft">
    {hasDarkStyles(html)
      ? 'With the email’s own dark styles, as Apple Mail shows it. Gmail and Outlook choose dark colors themselves.'
      : 'This email has no dark styles (@media (prefers-color-scheme: dark)). Apple Mail shows it as by day; Gmail and Outlook choose dark colors themselves.'}
  </p>
)

type MailProps = { look: Look; subject: string; html?: string | undefined; text?: string | undefined }

function Mail({ look: { width, scheme }, subject, html, text }: MailProps) {
  if (width === 'text' || html === undefined)
    return (
      <pre className="card mx-auto max-w-2xl p-4 font-sans break-words whitespace-pre-wrap">
        {text ?? 'The text is derived from the HTML when it is sent.'}
      </pre>
    )
  return (
    <div className={classes('mx-auto h-full', width === 'phone' ? 'w-[377px] max-w-full' : 'w-full')}>
      <MailFrame
        // A frame that gets another document while it still loads the first may show neither, so each gets its own.
        key={html}
        title={`Preview: ${subject}`}
        html={html}
        areImagesShown
        scheme={scheme}
        className={classes(
          // On a phone 375 px are left inside of the border, as on the narrowest of today’s.
          'h-full min-h-96 w-full border border-line-strong bg-white',
          width === 'phone' ? 'rounded-3xl' : 'rounded-lg',
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
      {isMissing ? error.message : sentenceOf(error)}
      {isMissing && (
        <Button isSmall onClick={onFill}>
          Add examples
        </Button>
      )}
    </div>
  )
}
