import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { classes } from '#style/classes.ts'
import { noteOpened, takeOpened } from './opened.ts'

export type Column<R> = {
  /** Empty for a column of buttons: it has no head to see, and is read out as “Actions”. */
  head: string
  cell: (row: R) => ReactNode
  /** Numbers stand on the right, under each other. */
  isNumber?: boolean
  /** Left out on a phone. */
  isWide?: boolean
  /** A class such as `md:w-36`. Where one column has one, those without share what is left, and none moves when rows change. */
  width?: string
  className?: string
}

type Props<R> = {
  label: string
  rows: readonly R[]
  columns: readonly Column<R>[]
  idOf: (row: R) => string
  /** Where a row leads: the first cell becomes the link, and the whole row can be clicked. */
  linkOf?: (row: R) => LinkProps
  /** For tables inside a card of their own. */
  isBare?: boolean
}

/** A dense list. Rows that lead somewhere are walked with j and k, opened with Enter. */
export function Table<R>({ label, rows, columns, idOf, linkOf, isBare }: Props<R>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { location } = useRouter().state
  useFocusOnReturn(body, rows.length > 0)
  return (
    <div className={classes('overflow-x-auto', !isBare && 'card')}>
      <table
        aria-label={label}
        className={classes('w-full border-collapse text-left', columns.some(({ width }) => width) && 'md:table-fixed')}
        onKeyDown={walkRows}
      >
        <thead>
          <tr className="border-b border-line text-sm text-faint">
            {columns.map(column => (
              <th
                key={column.head}
                scope="col"
                className={classes('h-9 px-4 font-medium whitespace-nowrap', column.width, place(column))}
              >
                {column.head || <span className="sr-only">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} className="divide-y divide-line">
          {rows.map(row => (
            <tr key={idOf(row)} className={classes('relative', linkOf && 'hover:bg-hover focus-within:bg-hover')}>
              {columns.map((column, position) => (
                <td
                  key={column.head}
                  className={classes(
                    'h-11 px-4 py-1.5 md:max-w-xs',
                    // On a phone the first cell takes what the others leave, and cuts its text there.
                    position === 0 && 'w-full max-w-0 md:w-auto',
                    place(column),
                    column.className,
                  )}
                >
                  {position === 0 && linkOf ? (
                    <Link
                      {...linkOf(row)}
                      data-row={idOf(row)}
                      onClick={() => noteOpened(location.pathname, { href: location.publicHref, row: idOf(row) })}
                      className="block truncate after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                    >
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whoever opened a row and comes back is on that row, unless they have gone elsewhere meanwhile. */
function useFocusOnReturn(body: { current: HTMLElement | null }, hasRows: boolean): void {
  const router = useRouter()
  useEffect(() => {
    const { pathname, publicHref } = router.state.location
    if (!hasRows || document.activeElement !== document.body) return
    const row = takeOpened(pathname, publicHref)
    const links = body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    for (const link of links) if (link.dataset.row === row) link.focus()
  }, [router, body, hasRows])
}

const place = <R,>({ isNumber, isWide }: Column<R>) =>
  classes(isNumber && 'text-right tabular-nums', isWide && 'hidden md:table-cell')

function walkRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLElement) || !event.target.matches('[data-row]')) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  links[links.indexOf(event.target) + step]?.focus()
  event.preventDefault()
}
