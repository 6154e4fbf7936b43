/** An email as the recipient sees it, on desktop or phone, in light or dark mode. */
import { classes } from '#style/classes.ts'
import { Segments } from '#tabs/segments.tsx'
import { hasDarkStyles } from './color-scheme.ts'
import { type Look, schemes, widths } from './look.ts'
import { MailFrame } from './mail-frame.tsx'

type SwitchProps = { look: Look; onChange: (change: Partial<Look>) => void }

export const LookSwitch = ({ look, onChange }: SwitchProps) => (
  <div className="flex flex-wrap gap-2">
    <Segments label="Colors" options={schemes} value={look.scheme} onChange={scheme => onChange({ scheme })} />
    <Segments label="Width" options={widths} value={look.width} onChange={width => onChange({ width })} />
  </div>
)

type NoteProps = { look: Look; html: string | undefined }

/** Mail apps differ in dark mode, so this note tells what the preview shows. Hidden in light mode. */
export function DarkNote({ look: { scheme, width }, html }: NoteProps) {
  if (scheme !== 'dark' || width === 'text' || html === undefined) return null
  return (
    <p className="border-b border-line px-4 py-1.5 text-sm text-soft">
      {hasDarkStyles(html)
        ? 'With the email’s own dark styles, as Apple Mail shows it. Gmail and Outlook choose dark colors themselves.'
        : 'This email has no dark styles (@media (prefers-color-scheme: dark)). Apple Mail shows it as in light mode. Gmail and Outlook choose dark colors themselves.'}
    </p>
  )
}

type Props = { look: Look; subject: string; html?: string | undefined; text?: string | undefined }

export function MailView({ look: { width, scheme }, subject, html, text }: Props) {
  if (width === 'text' || html === undefined)
    return (
      <pre className="card mx-auto max-w-2xl p-4 font-sans whitespace-pre-wrap">
        {text ?? 'The text is generated from the HTML when the email is sent.'}
      </pre>
    )
  return (
    <div className={classes('mx-auto h-full', width === 'phone' ? 'w-[377px] max-w-full' : 'w-full')}>
      <MailFrame
        // A frame that gets another document while the first still loads may show neither, so each document gets its own.
        key={html}
        title={`Preview: ${subject}`}
        html={html}
        areImagesShown
        scheme={scheme}
        className={classes(
          // On a phone 375 px remain inside the border, the width of the narrowest current phones.
          'h-full min-h-96 w-full border border-line-strong bg-white',
          width === 'phone' ? 'rounded-3xl' : 'rounded-lg',
        )}
      />
    </div>
  )
}
