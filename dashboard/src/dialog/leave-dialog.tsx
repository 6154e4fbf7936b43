import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useUnsavedChanges } from './unsaved-changes.ts'

type Location = { pathname: string; search: Record<string, unknown> }

/** Tabs keep the chosen tab as `view` in the URL. */
const isElsewhere = (current: Location, next: Location, isInTab: boolean): boolean =>
  current.pathname !== next.pathname || (isInTab && current.search.view !== next.search.view)

type Props = {
  isDirty: boolean | (() => boolean)
  /** Set if switching to another tab of the page removes the form. */
  isInTab?: boolean
  /** Saves changes before the page is left. Only if this returns false does the dialog open. */
  save?: () => Promise<boolean>
  /** What happens to the changes. */
  children: ReactNode
}

/** Asks for confirmation before leaving with unsaved changes. */
export function LeaveDialog({ isDirty, isInTab = false, save, children }: Props) {
  const hasChanges = () => (typeof isDirty === 'function' ? isDirty() : isDirty)
  useUnsavedChanges(hasChanges)
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
      dismiss="Keep editing"
      isDangerous
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      {children}
    </ConfirmDialog>
  )
}
