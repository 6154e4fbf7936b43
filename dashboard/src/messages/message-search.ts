import { useMemo } from 'react'
import type { Field } from '#search/parse-search.ts'
import { inWords } from '#status/message-status.tsx'
import { ages, createdWithin } from './created-within.ts'

/** The filters of email and SMS lists. */
export const messageFields = (statuses: readonly string[]): readonly Field<'status' | 'age'>[] => [
  { name: 'status', label: 'Status', options: statuses.map(status => ({ value: status, label: inWords(status) })) },
  ageField,
]

export const ageField: Field<'age'> = {
  name: 'age',
  label: 'Created',
  options: ages,
}

/** Counted from when the filter was chosen, so that the query does not change while the list is open. */
export const useCreatedWithin = (age: string | undefined) => useMemo(() => createdWithin(age, Date.now()), [age])
