import { useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogFrame, type FrameProps } from './dialog-frame.tsx'
import { useEntered } from './entered.ts'

type Props = Omit<FrameProps, 'mayClose' | 'onFocus'>

/** Shown while it is rendered. Whoever has entered something is asked before it closes. */
export function Dialog(props: Props) {
  const [isAsking, setAsking] = useState(false)
  const { onFocus, hasEntered } = useEntered()
  const mayClose = () => {
    const isLost = hasEntered()
    setAsking(isLost)
    return !isLost
  }
  return (
    <>
      <DialogFrame {...props} mayClose={mayClose} onFocus={onFocus} />
      {isAsking && (
        <ConfirmDialog
          title="Discard what you entered?"
          confirm="Discard"
          isDangerous
          onConfirm={props.onClose}
          onClose={() => setAsking(false)}
        >
          It has not been sent, and would be lost.
        </ConfirmDialog>
      )}
    </>
  )
}
