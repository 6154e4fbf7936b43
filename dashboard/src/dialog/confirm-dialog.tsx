import type { ReactNode } from 'react'
import { Button } from '#button/button.tsx'
import { DialogFrame } from './dialog-frame.tsx'

type Props = {
  title: string
  /** What will happen and whether it can be undone. */
  children: ReactNode
  /** The label of the button, with a verb: “Delete webhook”. */
  confirm: string
  /** The label of the other button. Not “Cancel” where the dialog cancels something. */
  dismiss?: string
  isDangerous?: boolean
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({
  title,
  children,
  confirm,
  dismiss = 'Cancel',
  isDangerous,
  isBusy = false,
  onConfirm,
  onClose,
}: Props) {
  const footer = (
    <>
      <Button onClick={onClose}>{dismiss}</Button>
      <Button tone={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
        {confirm}
      </Button>
    </>
  )
  return (
    <DialogFrame title={title} onClose={onClose} footer={footer}>
      <div className="text-soft">{children}</div>
    </DialogFrame>
  )
}
