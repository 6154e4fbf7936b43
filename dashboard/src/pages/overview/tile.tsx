import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from '#style/classes.ts'

/** Figures beside each other, with lines between them. There are six or seven: a seventh fills its row where they do not fit into one. */
export const Tiles = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className={classes(
      'card grid grid-cols-2 overflow-hidden sm:grid-cols-3 lg:grid-cols-6 lg:has-[>:nth-child(7)]:grid-cols-7',
      '[&>:nth-child(7)]:col-span-2 sm:[&>:nth-child(7)]:col-span-3 lg:[&>:nth-child(7)]:col-span-1',
    )}
  >
    {children}
  </section>
)

type TileProps = {
  name: string
  figure: string
  note?: string | undefined
  /** Against the period before. */
  change?: string | undefined
  tone?: 'bad' | 'warn' | undefined
  /** The list that it is counted of. */
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
          <span title="Against the period before" className="text-sm text-faint tabular-nums">
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
