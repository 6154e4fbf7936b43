import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Location = { pathname: string; search: Record<string, unknown> }

/** Tabs keep the chosen one as `view` in the address. */
const isElsewhere = (current: Location, next: Location, isInTab: boolean): boolean =>
  current.pathname !== next.pathname || (isInTab && current.search.view !== next.search.view)

type Props = {
  isDirty: boolean | (() => boolean)
  /** The form is gone with the tab of the page that it is in. */
  isInTab?: boolean
  /** Saves what is unsaved before the page is left; false when that failed, and only then it is asked. */
  save?: () => Promise<boolean>
  /** What becomes of the changes. */
  children: ReactNode
}

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({ isDirty, isInTab = false, save, children }: Props) {
  const hasChanges = () => (typeof isDirty === 'function' ? isDirty() : isDirty)
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      hasChanges() && isElsewhere(current, next, isInTab) && !(save && (await save())),
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave"
      isDangerous
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      {children}
    </ConfirmDialog>
  )
}
