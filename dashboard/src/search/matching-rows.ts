import { useEffect } from 'react'

type Pages<R> = {
  rows: R[]
  hasNextPage: boolean
  isFetchingNextPage: boolean
  error: Error | null
  fetchNextPage: () => unknown
}

/** The filter; without `is` and text every row matches. */
type Wanted<R> = { text: string; wordsOf: (row: R) => string; is?: ((row: R) => boolean) | undefined }

/**
 * The rows that contain the search text and match the filter. The API pages these lists but cannot search them, so a search
 * loads all pages.
 */
export function useMatchingRows<R, P extends Pages<R>>(pages: P, { text, wordsOf, is }: Wanted<R>): P {
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
