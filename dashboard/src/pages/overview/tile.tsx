import { Link, type LinkProps } from '@tanstack/react-router'
import { Children, type ReactNode } from 'react'
import { classes } from '#style/classes.ts'

/** Grid classes by number of tiles, so that no row has a gap: 2 columns on a phone, 3 on a tablet. */
const columns: Record<number, string> = {
  6: 'lg:grid-cols-6',
  7: 'lg:grid-cols-7 [&>:last-child]:col-span-2 sm:[&>:last-child]:col-span-3 lg:[&>:last-child]:col-span-1',
  8: 'lg:grid-cols-4 sm:[&>:last-child]:col-span-2 lg:[&>:last-child]:col-span-1',
  9: 'lg:grid-cols-3 [&>:last-child]:col-span-2 sm:[&>:last-child]:col-span-1',
}

/** Figures side by side, with lines between them. */
export const Tiles = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className={classes(
      'card grid grid-cols-2 overflow-hidden sm:grid-cols-3',
      columns[Children.toArray(children).length],
    )}
  >
    {children}
  </section>
)

type TileProps = {
  name: string
  figure: string
  note?: string | undefined
  /** Compared with the previous period. */
  change?: string | undefined
  tone?: 'bad' | 'warn' | undefined
  /** The list of what is counted. */
  to?: Pick<LinkProps, 'to'> & { search: Record<string, string> }
}

export function Tile({ name, figure, note, change, tone, to }: TileProps) {
  const look = '-mt-px -ml-px block border-t border-l border-line px-4 py-3'
  const content = (
    <>
      <span className="block text-sm text-soft">{name}</span>
      <span className="mt-0.5 flex items-baseline gap-2">
        <span
          className={classes(
            'text-2xl font-semibold tracking-tight tabular-nums',
            tone === 'bad' && 'text-bad',
            tone === 'warn' && 'text-warn',
          )}
        >
          {figure}
        </span>
        {change && (
          <span title="Compared with the previous period" className="text-sm text-faint tabular-nums">
            {change}
          </span>
        )}
      </span>
      {note && <span className="block text-sm text-faint tabular-nums">{note}</span>}
    </>
  )
  if (!to) return <div className={look}>{content}</div>
  return (
    // as: filters are strings by name
    <Link {...to} search={to.search as never} className={classes(look, '-outline-offset-2! hover:bg-hover')}>
      {content}
    </Link>
  )
}
