import type { FocusEventHandler, ReactNode } from 'react'
import { LeaveDialog } from '#dialog/leave-dialog.tsx'
import { useUnsavedInput } from '#dialog/unsaved-input.ts'

type Props = {
  /** The values of the form by field name. */
  onSubmit: (values: (name: string) => string) => void
  children: ReactNode
  id?: string
  onFocus?: FocusEventHandler
}

/** A form with uncontrolled fields: it reads their values by name on submit. */
export function Form({ onSubmit, children, id, onFocus }: Props) {
  return (
    <form
      id={id}
      className="space-y-4"
      onFocus={onFocus}
      onSubmit={event => {
        event.preventDefault()
        const data = new FormData(event.currentTarget)
        onSubmit(name => String(data.get(name) ?? ''))
      }}
    >
      {children}
    </form>
  )
}

/**
 * A form in a tab of a page: leaving it with unsaved input asks for confirmation. It needs a `key` that changes when it is
 * saved.
 */
export function TabForm(props: Props) {
  const { onFocus, hasEntered } = useUnsavedInput()
  return (
    <>
      <Form {...props} onFocus={onFocus} />
      <LeaveDialog isDirty={hasEntered} isInTab>
        Your changes have not been saved and will be lost.
      </LeaveDialog>
    </>
  )
}
