import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { environment } from '#api/scope.ts'
import { classes } from '#style/classes.ts'
import { withoutDirections } from '#style/directions.ts'
import { listLeft } from '#table/opened.ts'

type Props = {
  title: string
  /** Beside the title: a badge or a `LiveSign`. */
  aside?: ReactNode
  /** Buttons on the right, the main one last. */
  actions?: ReactNode
  /** The list that this detail belongs to. */
  back?: { to: NonNullable<LinkProps['to']>; name: string }
  /** Full width and height, without the usual margins. */
  isFull?: boolean
  children: ReactNode
}

/** A page inside the shell: title, buttons, content. */
export function Page({ title, aside, actions, back, isFull, children }: Props) {
  const router = useRouter()
  useEffect(() => {
    document.title = `${withoutDirections(title)} · Posthorn${environment === 'test' ? ' (test)' : ''}`
  }, [title])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusPage(heading.current), [])
  return (
    <div className={classes(isFull ? 'flex h-full flex-col' : 'mx-auto w-full max-w-6xl px-4 pb-10 md:px-6')}>
      <div className={classes('flex flex-wrap items-center gap-x-3 gap-y-2 py-4', isFull && 'px-4 md:px-6')}>
        <div className="min-w-0">
          {back && (
            <Link
              to={back.to}
              onClick={event => {
                const left = isPlain(event) && listLeft(router.buildLocation({ to: back.to }).pathname)
                if (!left) return
                event.preventDefault()
                router.history.push(left)
              }}
              className="-ml-1 mb-0.5 inline-flex items-center text-sm text-soft hover:text-ink"
            >
              <ChevronLeft aria-hidden className="size-4" />
              {back.name}
            </Link>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight wrap-anywhere outline-none">
              {title}
            </h1>
            {aside}
          </div>
        </div>
        {actions && <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** As a page that the browser loads: screen readers read its title, Tab goes on from there, and Page Down and Space scroll it. */
function focusPage(heading: HTMLElement | null): void {
  const isTaken = heading?.closest('main')?.contains(document.activeElement) || document.querySelector('dialog[open]')
  if (!isTaken) heading?.focus({ preventScroll: true })
}

/** No modifier key that would open a new tab or window. */
const isPlain = (event: MouseEvent): boolean => !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** Search and filters above a list. */
export const FilterBar = ({ children }: { children: ReactNode }) => (
  <div className="mb-3 flex flex-wrap items-center gap-2">{children}</div>
)

/** A titled part of a page. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="card mb-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5">
        <h2 className="font-semibold">{title}</h2>
        {actions}
      </div>
      <div className="p-4">{children}</div>
    </section>
  )
}
