import { useMemo } from 'react'
import type { Field } from '#search/understand.ts'
import { inWords } from '#status/message-status.tsx'
import { ages, createdWithin } from './created-within.ts'

/** What lists of messages of both kinds can be narrowed to. */
export const messageFields = (statuses: readonly string[]): readonly Field<'status' | 'age'>[] => [
  { name: 'status', label: 'Status', options: statuses.map(status => ({ value: status, label: inWords(status) })) },
  ageField,
]

export const ageField: Field<'age'> = {
  name: 'age',
  label: 'Created',
  options: ages,
}

/** Counted from the moment of choosing, so that the list does not begin anew while one looks at it. */
export const useCreatedWithin = (age: string | undefined) => useMemo(() => createdWithin(age, Date.now()), [age])
