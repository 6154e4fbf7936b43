import { useCallback } from 'react'
import { type Filters, useFilters } from '#form/filters.ts'
import { type Field, faultIn, parseSearch } from './parse-search.ts'

export type Chip = { name: string; label: string; remove: () => void }

/**
 * The search and filters of a list, all in the URL: words in `q`, and a filter for each field. A field in the input applies at once and
 * becomes a chip on Enter. If there is a `problem`, show only that.
 */
export function useSearch<Name extends string>(fields: readonly Field<Name>[]) {
  const [given, set] = useFilters<Name | 'q'>(['q', ...fields.map(({ name }) => name)])
  const typed = parseSearch(given.q ?? '', fields)
  const inAddress = fields.flatMap(field => {
    const value = given[field.name]
    return value === undefined ? [] : [{ field, value }]
  })
  const values: Filters<Name> = {}
  for (const { field, value } of inAddress) values[field.name] = value
  Object.assign(values, typed.values)
  const clear = () =>
    set(Object.fromEntries(['q', ...Object.keys(given)].map(name => [name, ''])) as Filters<Name | 'q'>) // as: its own names
  const change = useCallback((name: Name | 'q', value: string) => set({ [name]: value } as Filters<Name | 'q'>), [set]) // as: one of its names
  const search = useCallback((q: string) => change('q', q), [change])
  return {
    fields,
    values,
    text: typed.text,
    typed: given.q ?? '',
    problem: typed.problem ?? inAddress.map(({ field, value }) => faultIn(field, value)).find(Boolean),
    isFiltered: Object.keys(given).length > 0,
    chips: inAddress.map(
      ({ field, value }): Chip => ({
        name: field.name,
        label: `${field.label}: ${field.options?.find(option => option.value === value)?.label ?? value}`,
        remove: () => change(field.name, ''),
      }),
    ),
    change,
    search,
    clear,
    /** Turns the fields in the input into chips and returns the rest. */
    take(text: string): string {
      const { values, rest } = parseSearch(text, fields)
      set({ ...values, q: rest } as Filters<Name | 'q'>) // as: its own names
      return rest
    },
  }
}

export type Search<Name extends string = string> = ReturnType<typeof useSearch<Name>>
