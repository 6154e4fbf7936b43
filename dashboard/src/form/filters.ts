import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Filters<Name extends string> = Partial<Record<Name, string>>

/**
 * Filters in the URL, so that they survive a reload and can be shared.
 * `const [filters, setFilters] = useFilters(['q', 'status'])`; an empty value removes a filter.
 */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const given: Filters<Name> = {}
  for (const name of names) if (typeof search[name] === 'string' && search[name]) given[name] = search[name]

  const set = useCallback(
    (changes: Filters<Name>) => {
      const merge = (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value))
      // as: filters are strings by name; each page reads only its own
      navigate({ to: '.', search: merge as never, replace: true })
    },
    [navigate],
  )
  return [given, set] as const
}
