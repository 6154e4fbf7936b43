import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { classes } from '#style/classes.ts'
import { lastOpened, noteOpened, takeOpened } from './opened.ts'
import { longFrom, RowRange, rowsPerRange } from './row-range.tsx'

export type Column<R> = {
  /** Empty for a column of buttons: it has no visible heading; screen readers read “Actions”. */
  head: string
  cell: (row: R) => ReactNode
  /** Numbers are right-aligned. */
  isNumber?: boolean
  /** Hidden on a phone. */
  isWide?: boolean
  /** A class such as `md:w-36`. If any column has one, the others share the rest, and no column moves when rows change. */
  width?: string
  className?: string
}

type Props<R> = {
  label: string
  rows: readonly R[]
  columns: readonly Column<R>[]
  idOf: (row: R) => string
  /** The link of a row: the first cell becomes the link, and the whole row is clickable. */
  linkOf?: (row: R) => LinkProps
  /** For tables inside a card. */
  isBare?: boolean
}

const defaultRowHeight = 44

/** A dense list. The keys j and k move through linked rows, Enter opens one. */
export function Table<R>({ label, rows, columns, idOf, linkOf, isBare }: Props<R>) {
  const table = useRef<HTMLTableElement>(null)
  const opened = useFocusOnReturn(table, rows.length > 0)
  const [rowHeight, setRowHeight] = useState<number>()
  // The first measured height is used for all: otherwise undrawn rows would move with each measurement.
  const noteHeight = useCallback((height: number) => setRowHeight(before => before ?? height), [])
  const isLong = rows.length > longFrom
  return (
    <div className={classes('overflow-x-auto', !isBare && 'card')}>
      <table
        ref={table}
        aria-label={label}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
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
        {rangesOf(rows).map((some, nth) => (
          <RowRange
            // biome-ignore lint/suspicious/noArrayIndexKey: a range is a position in the list, whatever its rows
            key={nth}
            rows={some.length}
            columns={columns.length}
            isNearAtFirst={nth === 0 || some.some(row => idOf(row) === opened)}
            rowHeight={rowHeight ?? defaultRowHeight}
            isAlone={!isLong}
            onMeasured={noteHeight}
          >
            {() =>
              some.map((row, position) => (
                <Row
                  key={idOf(row)}
                  {...{ row, columns, idOf, linkOf }}
                  index={isLong ? nth * rowsPerRange + position + 2 : undefined}
                />
              ))
            }
          </RowRange>
        ))}
      </table>
    </div>
  )
}

/** The rows in ranges; only those near the viewport are drawn. */
const rangesOf = <R,>(rows: readonly R[]): R[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerRange) }, (_, nth) =>
    rows.slice(nth * rowsPerRange, (nth + 1) * rowsPerRange),
  )

type RowProps<R> = Pick<Props<R>, 'columns' | 'idOf'> & {
  row: R
  linkOf: Props<R>['linkOf'] | undefined
  /** Its index in the table, if not all rows are drawn. */
  index: number | undefined
}

function Row<R>({ row, columns, idOf, linkOf, index }: RowProps<R>) {
  const router = useRouter()
  const note = () => {
    const { pathname, publicHref: href } = router.state.location
    noteOpened(pathname, { href, row: idOf(row) })
  }
  return (
    <tr aria-rowindex={index} className={classes('relative', linkOf && 'hover:bg-hover focus-within:bg-hover')}>
      {columns.map((column, position) => (
        <td
          key={column.head}
          className={classes(
            'h-11 px-4 py-1.5 md:max-w-xs',
            // On a phone the first cell takes the remaining width and truncates its text.
            position === 0 && 'w-full max-w-0 md:w-auto',
            place(column),
            column.className,
          )}
        >
          {position === 0 && linkOf ? (
            <Link
              {...linkOf(row)}
              data-row={idOf(row)}
              onClick={note}
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
  )
}

/** Going back to a list focuses the row that was opened, unless the focus has moved in the meantime. */
function useFocusOnReturn(table: { current: HTMLElement | null }, hasRows: boolean): string | undefined {
  const router = useRouter()
  const { pathname, publicHref } = router.state.location
  const [opened] = useState(() => lastOpened(pathname, publicHref))
  useEffect(() => {
    const { pathname, publicHref } = router.state.location
    if (!hasRows || !document.activeElement?.matches('body, h1')) return
    const row = takeOpened(pathname, publicHref)
    const links = table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []
    for (const link of links) if (link.dataset.row === row) link.focus()
  }, [router, table, hasRows])
  return opened
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
