import { X } from 'lucide-react'
import { Select } from '#form/inputs.tsx'
import { SearchInput } from '#form/search-input.tsx'
import { FilterBar } from '#layout/page.tsx'
import { maxSearchLength } from './parse-search.ts'
import type { Chip, Search } from './use-search.ts'

type Props<Name extends string> = {
  search: Search<Name>
  /** Without it there is no text input. */
  input?: { label: string; placeholder: string }
}

/** Above a list: the search input, the filters and a chip for each active filter. */
export function SearchBar<Name extends string>({ search, input }: Props<Name>) {
  return (
    <>
      <FilterBar>
        {input && (
          <SearchInput
            {...input}
            maxLength={maxSearchLength}
            value={search.typed}
            onSearch={search.search}
            onEnter={search.take}
          />
        )}
        {search.fields.map(
          ({ name, label, options }) =>
            options && (
              <Select
                key={name}
                aria-label={label}
                className="grow basis-36 md:grow-0 md:basis-44"
                options={[{ value: '', label: `${label}: any` }, ...options]}
                value={search.values[name] ?? ''}
                onChange={event => search.change(name, event.target.value)}
              />
            ),
        )}
      </FilterBar>
      {search.chips.length > 0 && <Chips chips={search.chips} onClear={search.clear} />}
    </>
  )
}

const Chips = ({ chips, onClear }: { chips: readonly Chip[]; onClear: () => void }) => (
  <ul aria-label="Filters" className="-mt-1 mb-3 flex flex-wrap items-center gap-1.5">
    {chips.map(({ name, label, remove }) => (
      <li
        key={name}
        className="flex max-w-full items-center gap-1 rounded-full border border-line-strong bg-sunken py-0.5 pr-0.5 pl-3 text-sm"
      >
        <span className="truncate">{label}</span>
        <button
          type="button"
          aria-label={`Remove ${label}`}
          onClick={remove}
          className="grid size-6 shrink-0 place-items-center rounded-full text-faint hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      </li>
    ))}
    {chips.length > 1 && (
      <li>
        <button type="button" onClick={onClear} className="h-7 rounded px-2 text-sm text-soft underline hover:text-ink">
          Clear all
        </button>
      </li>
    )}
  </ul>
)
