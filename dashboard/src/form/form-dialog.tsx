import { type ReactNode, useId } from 'react'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormFailure } from './field.tsx'
import { Form } from './form.tsx'

type Props = {
  title: string
  /** What the button says. */
  confirm: string
  /** What sending the form does, as `useChange` gives it. */
  change: { isPending: boolean; error: Error | null }
  /** The fields that show their own faults; what is wrong with others is said below them. */
  fields: readonly string[]
  onSubmit: (values: (name: string) => string) => void
  onClose: () => void
  isWide?: boolean
  isDangerous?: boolean
  /** True while what is chosen cannot be sent. */
  isDisabled?: boolean
  children: ReactNode
}

/** A form that is asked for in a dialog. It stays open until `onClose`, with what was typed, also when it is refused. */
export function FormDialog({
  title,
  confirm,
  change,
  fields,
  onSubmit,
  onClose,
  isWide = false,
  isDangerous,
  isDisabled,
  children,
}: Props) {
  const id = useId()
  const footer = (
    <Button
      tone={isDangerous ? 'danger' : 'primary'}
      type="submit"
      form={id}
      isBusy={change.isPending}
      disabled={isDisabled}
    >
      {confirm}
    </Button>
  )
  return (
    <Dialog title={title} onClose={onClose} isWide={isWide} footer={footer}>
      <Form id={id} onSubmit={onSubmit}>
        {children}
        <FormFailure error={change.error} fields={fields} />
      </Form>
    </Dialog>
  )
}
