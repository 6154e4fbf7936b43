import type { FocusEventHandler, ReactNode } from 'react'
import { useEntered } from '#dialog/entered.ts'
import { LeaveDialog } from '#dialog/leave-dialog.tsx'

type Props = {
  /** The texts of the form by the names of its fields. */
  onSubmit: (values: (name: string) => string) => void
  children: ReactNode
  id?: string
  onFocus?: FocusEventHandler
}

/** A form whose fields keep their own values: it reads them by name when it is sent. */
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
 * One in a tab of a page: whoever goes elsewhere with something entered is asked first. It needs a key that is another one
 * once it is saved.
 */
export function TabForm(props: Props) {
  const { onFocus, hasEntered } = useEntered()
  return (
    <>
      <Form {...props} onFocus={onFocus} />
      <LeaveDialog isDirty={hasEntered} isInTab>
        What you entered has not been saved, and would be lost.
      </LeaveDialog>
    </>
  )
}
