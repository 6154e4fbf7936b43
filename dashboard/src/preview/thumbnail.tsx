import { classes } from '#style/classes.ts'
import { MailFrame } from './mail-frame.tsx'

/** A thumbnail: the scaled email itself, not clickable. Empty while there is no HTML. */
export const Thumbnail = ({ html, isSmall }: { html: string | null | undefined; isSmall?: boolean }) => (
  <span
    aria-hidden
    className={classes(
      'block shrink-0 overflow-hidden border border-line bg-white',
      isSmall
        ? 'h-[80px] w-[64px] rounded-sm [--scale:0.1067]'
        : 'h-[180px] w-[144px] rounded-md [--scale:0.24] sm:h-[250px] sm:w-[200px] sm:[--scale:0.3333]',
    )}
  >
    {typeof html === 'string' && (
      <MailFrame
        isInert
        html={html}
        title="Thumbnail"
        className="pointer-events-none block h-[750px] w-[600px] origin-top-left border-0 bg-white [transform:scale(var(--scale))]"
      />
    )}
  </span>
)
