import { Search, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'

type Props = {
  value: string
  onSearch: (value: string) => void
  /** Called on Enter instead; returns what stays in the input. */
  onEnter?: (value: string) => string
  placeholder: string
  label: string
  maxLength?: number
}

const pauseMs = 300 // searches after this pause in typing

/** The search input of a page, focused with the / key. Calls back when typing pauses. */
export function SearchInput({ value, onSearch, onEnter, placeholder, label, maxLength }: Props) {
  const [typed, setTyped] = useState(value)
  // It comes back as `value` once it is in the URL: what was typed since then, also a space, stays.
  const asked = useRef(value)
  const ask = useCallback(
    (search: string) => {
      asked.current = search
      onSearch(search)
    },
    [onSearch],
  )
  useEffect(() => {
    if (value !== asked.current) setTyped(value)
    asked.current = value
  }, [value])
  useEffect(() => {
    const search = typed.trim()
    if (search === asked.current) return
    const timer = setTimeout(() => ask(search), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, ask])

  return (
    <search className="relative min-w-0 grow basis-64">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint"
      />
      <input
        data-search
        type="text"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') onEnter ? setTyped(onEnter(typed.trim())) : ask(typed.trim())
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
        className="field pr-8! pl-8!"
      />
      {typed ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setTyped('')
            ask('')
          }}
          className="absolute top-1/2 right-1 grid size-6 -translate-y-1/2 place-items-center rounded text-faint hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      ) : (
        <kbd className="pointer-events-none absolute top-1/2 right-2 hidden -translate-y-1/2 rounded border border-line px-1.5 font-sans text-xs text-faint md:block">
          /
        </kbd>
      )}
    </search>
  )
}
