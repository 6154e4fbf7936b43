import { useEffect, useRef } from 'react'

const pages = new Set<() => boolean>()

/** Whether anything on the page has not been saved. */
export const hasUnsavedChanges = (): boolean => [...pages].some(isDirty => isDirty())

export function useUnsavedChanges(isDirty: () => boolean): void {
  const latest = useRef(isDirty)
  latest.current = isDirty
  useEffect(() => {
    const ask = () => latest.current()
    pages.add(ask)
    return () => void pages.delete(ask)
  }, [])
}
