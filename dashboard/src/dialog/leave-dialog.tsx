import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  isDirty: boolean
  /** Saves what is unsaved before the page is left; false when that failed, and only then it is asked. */
  save?: () => Promise<boolean>
  /** What becomes of the changes. */
  children: ReactNode
}

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({ isDirty, save, children }: Props) {
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !(save && (await save())),
    enableBeforeUnload: () => isDirty,
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
