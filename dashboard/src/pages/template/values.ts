import { useEffect, useMemo, useState } from 'react'
import type { Loops } from './loops.ts'
import { parseValues, withSamples } from './sample-values.ts'

const keyOf = (id: string) => `posthorn.values.${id}`
const written = (values: Readonly<Record<string, unknown>>) => JSON.stringify(values, null, 2)

/** Stores the initial values of a template's preview. */
export const keepValues = (id: string, values: Readonly<Record<string, unknown>>): void =>
  sessionStorage.setItem(keyOf(id), written(values))

/** The typed preview values, kept for the session, and the address of the contact to preview as. */
export function useValues(id: string, variables: readonly string[], loops: Loops) {
  const key = keyOf(id)
  const [typed, setTyped] = useState(() => sessionStorage.getItem(key) ?? written(withSamples({}, variables, loops)))
  const [email, setEmail] = useState('')
  useEffect(() => sessionStorage.setItem(key, typed), [key, typed])
  const parsed = useMemo(() => parseValues(typed), [typed])
  const isUsable = typeof parsed !== 'string'
  return {
    typed,
    setTyped,
    email,
    setEmail,
    problem: isUsable ? undefined : parsed,
    values: isUsable ? parsed : {},
    fill: () => setTyped(written(withSamples(isUsable ? parsed : {}, variables, loops))),
  }
}

export type Values = ReturnType<typeof useValues>
