import { useState } from 'react'
import { Field } from '#form/field.tsx'
import { Select } from '#form/inputs.tsx'
import { type SpanUnit, spanOf, spanText, spanUnits } from './span.ts'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  fault?: string | undefined
}

/** A number and its unit. Invalid input while typing is not passed on. */
export function SpanField({ label, value, onChange, hint, fault }: Props) {
  const [typed, setTyped] = useState<string>()
  const { amount, unit } = spanOf(value) ?? { amount: 1, unit: 'h' as const }
  const send = (amount: number, unit: SpanUnit) => {
    const text = spanText(amount, unit)
    if (text !== undefined) onChange(text)
  }
  return (
    <Field label={label} hint={hint} fault={fault}>
      {names => (
        <div className="flex gap-2">
          <input
            {...names}
            type="number"
            min={1}
            max={unit === 'h' ? 168 : 9_999}
            className="field w-28!"
            value={typed ?? amount}
            onChange={({ target }) => {
              setTyped(target.value)
              send(Number(target.value), unit)
            }}
            onBlur={() => setTyped(undefined)}
          />
          <Select
            aria-label={`Unit of ${label.toLowerCase()}`}
            className="w-32"
            options={spanUnits}
            value={unit}
            onChange={({ target }) => {
              const next = target.value === 'm' ? 'm' : 'h'
              send(next === 'h' ? Math.min(amount, 168) : amount, next)
            }}
          />
        </div>
      )}
    </Field>
  )
}
