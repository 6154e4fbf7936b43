import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorState } from '#empty/error-state.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
import { LoadMore } from './load-more.tsx'
import { type Column, Table } from './table.tsx'

type Pages<R> = {
  rows: R[]
  error: Error | null
  isPending: boolean
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}
type Props<R> = {
  label: string
  /** The result of `usePages`. */
  pages: Pages<R>
  columns: readonly Column<R>[]
  idOf: (row: R) => string
  linkOf?: (row: R) => LinkProps
  /** Shown if there are no rows; usually an EmptyState. */
  empty: ReactNode
}

/** A paged list with all its states: loading, failed, empty, loaded, and more to load. */
export function PagedTable<R>({ pages, empty, ...table }: Props<R>) {
  if (pages.isPending)
    return (
      <div className="card">
        <SkeletonRows />
      </div>
    )
  if (pages.error && pages.rows.length === 0)
    return <ErrorState error={pages.error} onRetry={() => pages.refetch()} isOfSearch />
  if (pages.rows.length === 0) return empty
  return (
    <div className={pages.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
      <Table {...table} rows={pages.rows} />
      <LoadMore pages={pages} className="py-4" />
    </div>
  )
}
