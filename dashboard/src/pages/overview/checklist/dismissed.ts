import { useState } from 'react'
import { useOrganization } from '#api/session.ts'

/** Whether the first steps of the organization are hidden in this browser. */
export function useDismissed() {
  const key = `posthorn.first-steps.${useOrganization().id}`
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null)
  const dismiss = () => {
    localStorage.setItem(key, 'dismissed')
    setDismissed(true)
  }
  return [isDismissed, dismiss] as const
}
