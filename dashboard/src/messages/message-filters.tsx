import { useCallback, useMemo } from 'react'
import { useFilters } from '#form/filters.ts'
import { Select } from '#form/inputs.tsx'
import { SearchInput } from '#form/search-input.tsx'
import { FilterBar } from '#layout/page.tsx'
import { inWords } from '#status/message-status.tsx'
import { ages, createdWithin } from './created-within.ts'

/** What a list of messages is narrowed to: what was typed, a status, an age. */
export function useMessageFilters<Status extends string>(statuses: readonly Status[]) {
  const [given, set] = useFilters(['q', 'status', 'age'])
  const status = statuses.find(one => one === given.status)
  // Counted from the moment of choosing, so that the list does not begin anew while one looks at it.
  const created = useMemo(() => createdWithin(given.age, Date.now()), [given.age])
  return {
    statuses,
    given,
    set,
    typed: given.q ?? '',
    query: { ...(status && { status }), ...created },
    isFiltered: Object.keys(given).length > 0,
    clear: () => set({ q: '', status: '', age: '' }),
  }
}

type Props = {
  label: string
  placeholder: string
  filters: ReturnType<typeof useMessageFilters>
  /** What is wrong with what was typed. */
  problem: string | undefined
}

export function MessageFilters({ label, placeholder, filters: { statuses, given, set, typed }, problem }: Props) {
  const search = useCallback((q: string) => set({ q }), [set])
  const choices = [
    { value: '', label: 'Any status' },
    ...statuses.map(status => ({ value: status, label: inWords(status) })),
  ]
  return (
    <>
      <FilterBar>
        <SearchInput label={label} placeholder={placeholder} value={typed} onSearch={search} />
        <Select
          aria-label="Status"
          className="w-40"
          options={choices}
          value={given.status ?? ''}
          onChange={event => set({ status: event.target.value })}
        />
        <Select
          aria-label="Created"
          className="w-36"
          options={ages}
          value={given.age ?? ''}
          onChange={event => set({ age: event.target.value })}
        />
      </FilterBar>
      {problem && <p className="mb-3 text-sm text-warn">{problem}</p>}
    </>
  )
}
