import { useEffect } from 'react'

type Pages<R> = {
  rows: R[]
  hasNextPage: boolean
  isFetchingNextPage: boolean
  error: Error | null
  fetchNextPage: () => unknown
}

/** What a row must be; without `is` and without words every row fits. */
type Wanted<R> = { text: string; wordsOf: (row: R) => string; is?: ((row: R) => boolean) | undefined }

/**
 * Rows whose words hold what is searched for, and that are what was chosen. The API lists these in pages and has no search of its own, so while
 * one searches, all pages are read.
 */
export function useFoundAmong<R, P extends Pages<R>>(pages: P, { text, wordsOf, is }: Wanted<R>): P {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = pages
  const isSearching = text !== '' || is !== undefined
  useEffect(() => {
    if (isSearching && hasNextPage && !isFetchingNextPage && !error) fetchNextPage()
  }, [isSearching, hasNextPage, isFetchingNextPage, fetchNextPage, error])
  if (!isSearching) return pages
  const wanted = text.toLowerCase()
  const rows = pages.rows.filter(row => (!is || is(row)) && wordsOf(row).toLowerCase().includes(wanted))
  return { ...pages, rows }
}
