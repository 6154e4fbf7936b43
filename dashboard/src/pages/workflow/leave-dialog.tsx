import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#dialog/confirm-dialog.tsx'

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
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
      The changes since you saved last would be lost.
    </ConfirmDialog>
  )
}
