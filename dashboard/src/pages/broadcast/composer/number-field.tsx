import { type ReactNode, useState } from 'react'
import { TextField } from '#form/inputs.tsx'

type Props = {
  label: string
  value: number | undefined
  /** Called only with valid numbers; undefined when the field is emptied. */
  onChange: (value: number | undefined) => void
  min: number
  max: number
  step?: number | 'any'
  hint?: ReactNode
  fault?: string | undefined
  placeholder?: string
}

/** A number. Invalid input while typing stays on screen and is not passed on. */
export function NumberField({ value, onChange, min, max, step = 1, ...field }: Props) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    const number = Number(text)
    if (text === '') onChange(undefined)
    else if (number >= min && number <= max && (step === 'any' || Number.isInteger(number))) onChange(number)
  }
  return (
    <TextField
      {...field}
      type="number"
      min={min}
      max={max}
      step={step}
      value={typed ?? value ?? ''}
      onChange={({ target }) => type(target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}
