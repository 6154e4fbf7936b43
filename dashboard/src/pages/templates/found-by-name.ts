import { useEffect } from 'react'

type Pages<R> = {
  rows: R[]
  hasNextPage: boolean
  isFetchingNextPage: boolean
  error: Error | null
  fetchNextPage: () => unknown
}

/**
 * Rows whose words hold what is searched for. The API lists these in pages and has no search of its own, so while one
 * searches, all pages are read.
 */
export function useFoundByName<R, P extends Pages<R>>(pages: P, wordsOf: (row: R) => string, q: string | undefined): P {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = pages
  useEffect(() => {
    if (q && hasNextPage && !isFetchingNextPage && !error) fetchNextPage()
  }, [q, hasNextPage, isFetchingNextPage, fetchNextPage, error])
  if (!q) return pages
  const wanted = q.toLowerCase()
  return { ...pages, rows: pages.rows.filter(row => wordsOf(row).toLowerCase().includes(wanted)) }
}
