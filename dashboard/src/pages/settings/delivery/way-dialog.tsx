import type { WayCheck } from '@posthorn/contract/console/sending-plan'
import { useId, useState } from 'react'
import { faultOf } from '#api/failure.ts'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { FormFailure } from '#form/field.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { CheckResult } from './check-result.tsx'
import type { Values, WayField, WayStart } from './way-form.ts'

type Asking<Data> = { data: Data | undefined; error: Error | null; isPending: boolean; reset: () => void }

type Props = {
  title: string
  choices: readonly { value: string; label: string }[]
  fieldsOf: (choice: string) => readonly WayField[]
  /** A note about a choice. */
  noteOf?: (choice: string) => string | undefined
  start: WayStart
  isSaved: boolean
  check: Asking<WayCheck> & { ask: (choice: string, values: Values) => void }
  save: Asking<unknown> & { ask: (choice: string, values: Values) => void }
  onRemove: () => void
  onClose: () => void
}

/** Chooses how messages are sent. The input can be checked before it is saved. */
export function WayDialog({ title, choices, fieldsOf, noteOf, start, isSaved, check, save, onRemove, onClose }: Props) {
  const id = useId()
  const [choice, setChoice] = useState(start.choice)
  const [values, setValues] = useState(start.values)
  const fields = fieldsOf(choice)
  const error = save.error ?? check.error
  const note = noteOf?.(choice)
  /** Drops the check result, which was about the old input. */
  const forget = () => {
    check.reset()
    save.reset()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {isSaved && (
            <Button tone="quiet" className="mr-auto" onClick={onRemove}>
              Remove
            </Button>
          )}
          <Button
            isBusy={check.isPending}
            onClick={() => {
              save.reset()
              check.ask(choice, values)
            }}
          >
            Check
          </Button>
          <Button tone="primary" type="submit" form={id} isBusy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={id}
        autoComplete="off"
        className="space-y-4"
        onSubmit={event => {
          event.preventDefault()
          check.reset()
          save.ask(choice, values)
        }}
      >
        <SelectField
          label="Provider"
          options={choices}
          value={choice}
          fault={faultOf(error, 'type')}
          onChange={event => {
            forget()
            setChoice(event.target.value)
          }}
        />
        {fields.map(field => (
          <WayInput
            key={field.name}
            field={field}
            isKept={start.hasSecret && choice === start.choice}
            value={values[field.name] ?? ''}
            fault={faultOf(error, field.name)}
            onChange={value => {
              forget()
              setValues({ ...values, [field.name]: value })
            }}
          />
        ))}
        {note && <p className="text-sm text-soft">{note}</p>}
        {check.data && <CheckResult {...check.data} />}
        <FormFailure error={error} fields={['type', ...fields.map(({ name }) => name)]} />
      </form>
    </Dialog>
  )
}

type InputProps = {
  field: WayField
  /** A secret is saved; it is kept if the field stays empty. */
  isKept: boolean
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}

function WayInput({ field, isKept, value, fault, onChange }: InputProps) {
  const { name, label, hint, placeholder, options, isSecret, isOptional } = field
  const common = { label, hint, fault, name, value }
  if (options) return <SelectField {...common} options={options} onChange={event => onChange(event.target.value)} />
  const isHidden = isSecret && isKept
  return (
    <TextField
      {...common}
      type={isSecret ? 'password' : 'text'}
      autoComplete={isSecret ? 'new-password' : 'off'}
      inputMode={name === 'port' ? 'numeric' : 'text'}
      placeholder={isHidden ? 'Saved. Type to replace.' : (placeholder ?? (isOptional ? 'Optional' : ''))}
      required={!isOptional && !isHidden}
      onChange={event => onChange(event.target.value)}
    />
  )
}
