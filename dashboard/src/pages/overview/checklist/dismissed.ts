import { useState } from 'react'
import { useOrganization } from '#api/session.ts'

/** Whether this browser shows the first steps of the organization no more. */
export function useDismissed() {
  const key = `posthorn.first-steps.${useOrganization().id}`
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(key) !== null)
  const dismiss = () => {
    localStorage.setItem(key, 'dismissed')
    setDismissed(true)
  }
  return [isDismissed, dismiss] as const
}
