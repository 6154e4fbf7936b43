import { classes } from '#style/classes.ts'
import { MailFrame } from './mail-frame.tsx'

/** How wide a mail is laid out before it is made small. */
const sizes = {
  card: 'h-[180px] w-[144px] [--scale:0.24] sm:h-[250px] sm:w-[200px] sm:[--scale:0.3333]',
  row: 'h-[60px] w-[48px] [--scale:0.08]',
} as const

type Props = { html: string | undefined; size: keyof typeof sizes }

/** A mail in small: the mail itself, scaled, which nothing can be clicked in. Empty while there is none. */
export const Thumbnail = ({ html, size }: Props) => (
  <span
    aria-hidden
    className={classes('block shrink-0 overflow-hidden rounded-md border border-line bg-white', sizes[size])}
  >
    {html !== undefined && (
      <MailFrame
        isInert
        html={html}
        title="Thumbnail"
        className="pointer-events-none block h-[750px] w-[600px] origin-top-left border-0 bg-white [transform:scale(var(--scale))]"
      />
    )}
  </span>
)
