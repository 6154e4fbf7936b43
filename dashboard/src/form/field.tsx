import { type ReactNode, useId } from 'react'
import { faultOf, faultsBeside } from '#api/failure.ts'

type Names = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }
type Props = {
  label: string
  hint?: ReactNode
  /** What is wrong, as a sentence. */
  fault?: string | undefined
  /** Receives the attributes that tie the control to its label and hint. */
  children: (names: Names) => ReactNode
}

/** A label, its control, and its hint or fault. */
export function Field({ label, hint, fault, children }: Props) {
  const id = useId()
  const noteId = id + '-note'
  const note = fault ?? hint
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': note ? noteId : undefined, 'aria-invalid': fault ? true : undefined })}
      {note && (
        <p id={noteId} className={`mt-1 text-sm ${fault ? 'text-bad' : 'text-faint'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

type FormFailureProps = {
  error: Error | null
  /** The fields that show their own faults. */
  fields?: readonly string[]
}

/** Errors about the whole form, or about values without a field in it. */
export function FormFailure({ error, fields = [] }: FormFailureProps) {
  if (!error) return null
  const faults = faultsBeside(error, fields)
  if (faults.length === 0 && fields.some(field => faultOf(error, field))) return null
  return (
    <div role="alert" className="rounded-md border border-bad/40 bg-bad/8 px-3 py-2 text-sm text-bad">
      {faults.length === 0
        ? error.message
        : faults.map(({ path, message }) => <p key={path + message}>{`${path} ${message}`}</p>)}
    </div>
  )
}
