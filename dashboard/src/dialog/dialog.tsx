import { useState } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogFrame, type FrameProps } from './dialog-frame.tsx'
import { useUnsavedInput } from './unsaved-input.ts'

type Props = Omit<FrameProps, 'mayClose' | 'onFocus'>

/** Open while it is rendered. Closing it with unsaved input asks for confirmation. */
export function Dialog(props: Props) {
  const [isAsking, setAsking] = useState(false)
  const { onFocus, hasEntered } = useUnsavedInput()
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
          title="Discard your changes?"
          confirm="Discard"
          dismiss="Keep editing"
          isDangerous
          onConfirm={props.onClose}
          onClose={() => setAsking(false)}
        >
          What you entered has not been saved.
        </ConfirmDialog>
      )}
    </>
  )
}
