import { useState } from 'react'

/** What is open in the reader: what was chosen, or else what was newest at first. A later arrival does not take its place. */
export function useShown(chosen: string | undefined, newest: string | undefined): string | undefined {
  const [first, setFirst] = useState(newest)
  if (first === undefined && newest !== undefined) setFirst(newest)
  return chosen ?? first ?? newest
}
