import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#button/button.tsx'
import { ErrorState } from '#empty/error-state.tsx'
import { SkeletonRows } from '#empty/skeleton.tsx'
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
  /** What `usePages` gave. */
  pages: Pages<R>
  columns: readonly Column<R>[]
  idOf: (row: R) => string
  linkOf?: (row: R) => LinkProps
  /** Shown when there is no row; usually an EmptyState. */
  empty: ReactNode
}

/** A list from the API with all its states: on its way, refused, empty, there, and more to come. */
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
      {pages.hasNextPage && (
        <div className="flex justify-center py-4">
          <Button isBusy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </div>
  )
}
