import { useEffect, useMemo, useState } from 'react'
import { parseValues, withSamples } from './sample-values.ts'

/** The values of the preview as they are typed, kept for the time of the session, and the address it is seen by. */
export function useValues(id: string, variables: readonly string[]) {
  const key = `posthorn.values.${id}`
  const [typed, setTyped] = useState(
    () => sessionStorage.getItem(key) ?? JSON.stringify(withSamples({}, variables), null, 2),
  )
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
    fill: () => setTyped(JSON.stringify(withSamples(isUsable ? parsed : {}, variables), null, 2)),
  }
}

export type Values = ReturnType<typeof useValues>
