import { type ReactNode, useId } from 'react'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormFailure } from './field.tsx'
import { Form } from './form.tsx'

type Props = {
  title: string
  /** The label of the submit button. */
  confirm: string
  /** The mutation that the form submits, from `useChange`. */
  change: { isPending: boolean; error: Error | null }
  /** The fields that show their own faults; all other faults appear below the fields. */
  fields: readonly string[]
  onSubmit: (values: (name: string) => string) => void
  onClose: () => void
  isWide?: boolean
  isDangerous?: boolean
  /** True while the form cannot be submitted. */
  isDisabled?: boolean
  children: ReactNode
}

/** A form in a dialog. It stays open with its input until `onClose`, also when the server refuses it. */
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
