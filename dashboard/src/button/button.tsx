import { Link, type LinkProps } from '@tanstack/react-router'
import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#style/classes.ts'

type Tone = 'primary' | 'plain' | 'quiet' | 'danger'
type Look = { tone?: Tone; icon?: LucideIcon; isSmall?: boolean; children?: ReactNode }

const tones: Record<Tone, string> = {
  primary: 'bg-ink text-canvas border-ink hover:opacity-85',
  plain: 'bg-raised text-ink border-line-strong shadow-low hover:bg-hover',
  quiet: 'border-transparent text-soft hover:bg-hover hover:text-ink',
  danger: 'bg-raised text-bad border-line-strong shadow-low hover:border-bad',
}

/** For links that look like a button but are none of those below. */
export const buttonLook = ({ tone = 'plain', isSmall, children }: Look) =>
  classes(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors select-none',
    'disabled:pointer-events-none disabled:opacity-50 aria-busy:pointer-events-none aria-busy:opacity-50',
    isSmall ? 'h-7 text-sm' : 'h-9 md:h-8',
    children ? (isSmall ? 'px-2' : 'px-3') : 'aspect-square',
    tones[tone],
  )

type ButtonProps = Look & { isBusy?: boolean } & ComponentProps<'button'>

/** With only an icon it needs an `aria-label`. `type` defaults to button. While it is busy it keeps the focus, which a disabled button loses. */
export function Button({ tone, icon: Icon, isSmall, isBusy, children, className, ...rest }: ButtonProps) {
  const Sign = isBusy ? LoaderCircle : Icon
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? event => event.preventDefault() : rest.onClick}
      className={classes(buttonLook({ ...given(tone, isSmall), children }), className)}
    >
      {Sign && <Sign aria-hidden className={classes('size-4', isBusy && 'animate-spin')} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({ tone, icon: Icon, isSmall, children, ...link }: Look & Omit<LinkProps, 'children'>) {
  return (
    <Link {...link} className={buttonLook({ ...given(tone, isSmall), children })}>
      {Icon && <Icon aria-hidden className="size-4" />}
      {children}
    </Link>
  )
}

/** A download link that looks like a button. */
export function DownloadButton({ tone, icon: Icon, isSmall, children, ...anchor }: Look & ComponentProps<'a'>) {
  return (
    <a {...anchor} download={anchor.download ?? ''} className={buttonLook({ ...given(tone, isSmall), children })}>
      {Icon && <Icon aria-hidden className="size-4" />}
      {children}
    </a>
  )
}

const given = (tone?: Tone, isSmall?: boolean): Look => ({ ...(tone && { tone }), ...(isSmall && { isSmall }) })
