import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { SearchBar } from './search-bar.tsx'
import { SearchProblem } from './search-problem.tsx'
import { useSearch } from './use-search.ts'

type Props<R> = {
  /** All rows of an unpaged list. */
  rows: readonly R[]
  /** The searchable text of a row. */
  wordsOf: (row: R) => string
  label: string
  placeholder: string
  children: (rows: R[]) => ReactNode
}

/** Shorter lists need no search. */
const worthSearching = 6

/** A short list, with a search input from a certain length on. */
export function SearchableList<R>({ rows, wordsOf, label, placeholder, children }: Props<R>) {
  const search = useSearch([])
  const wanted = search.text.toLowerCase()
  const found = rows.filter(row => wordsOf(row).toLowerCase().includes(wanted))
  return (
    <>
      {(rows.length >= worthSearching || search.isFiltered) && (
        <SearchBar search={search} input={{ label, placeholder }} />
      )}
      {search.problem ? (
        <SearchProblem problem={search.problem} onClear={search.clear} />
      ) : found.length === 0 ? (
        <EmptyState icon={SearchX} title="No results" action={<Button onClick={search.clear}>Clear search</Button>} />
      ) : (
        children(found)
      )}
    </>
  )
}
