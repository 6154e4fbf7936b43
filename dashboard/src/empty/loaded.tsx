import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

type Query<T> = { data: T | undefined; error: Error | null; refetch: () => unknown }
type Props<T> = { query: Query<T>; skeleton: ReactNode; children: (data: T) => ReactNode }

/** The three states of a query: loading, failed, loaded. Old data stays while new data is loading. */
export function Loaded<T>({ query, skeleton, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  return skeleton
}
