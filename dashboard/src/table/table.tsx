import { Link, type LinkProps } from '@tanstack/react-router'
import type { KeyboardEvent, ReactNode } from 'react'
import { classes } from '#style/classes.ts'

export type Column<R> = {
  /** Empty for a column of buttons: it has no head to see, and is read out as “Actions”. */
  head: string
  cell: (row: R) => ReactNode
  /** Numbers stand on the right, under each other. */
  isNumber?: boolean
  /** Left out on a phone. */
  isWide?: boolean
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
  return (
    <div className={classes('overflow-x-auto', !isBare && 'card')}>
      <table aria-label={label} className="w-full border-collapse text-left" onKeyDown={walkRows}>
        <thead>
          <tr className="border-b border-line text-sm text-faint">
            {columns.map(column => (
              <th
                key={column.head}
                scope="col"
                className={classes('h-9 px-4 font-medium whitespace-nowrap', place(column))}
              >
                {column.head || <span className="sr-only">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
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
                      data-row
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

const place = <R,>({ isNumber, isWide }: Column<R>) =>
  classes(isNumber && 'text-right tabular-nums', isWide && 'hidden md:table-cell')

function walkRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLElement) || !event.target.matches('[data-row]')) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  links[links.indexOf(event.target) + step]?.focus()
  event.preventDefault()
}
