import { MailFrame } from './mail-frame.tsx'

/** A mail in small: the mail itself, scaled, which nothing can be clicked in. Empty while there is none. */
export const Thumbnail = ({ html }: { html: string | undefined }) => (
  <span
    aria-hidden
    className="block h-[180px] w-[144px] shrink-0 overflow-hidden rounded-md border border-line bg-white [--scale:0.24] sm:h-[250px] sm:w-[200px] sm:[--scale:0.3333]"
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
