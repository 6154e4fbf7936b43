import { type DurationUnit, durationUnits } from '@posthorn/contract/workflows/words'
import { Field } from '#form/field.tsx'
import { Select } from '#form/inputs.tsx'
import type { Config } from '../definition.ts'
import { amountOf } from '../durations.ts'
import { ConfigText } from './config-fields.tsx'

type Props = {
  label: string
  config: Config
  onChange: (config: Config) => void
  fault: (field: string) => string | undefined
}

const options = durationUnits.map(unit => ({ value: unit, label: unit }))

/** A number and its unit. An ISO duration is kept as it is. */
export function DurationField({ label, config, onChange, fault }: Props) {
  if (typeof config.duration === 'string')
    return (
      <ConfigText config={config} onChange={onChange} fault={fault} name="duration" label={label} hint="ISO 8601." />
    )
  const { amount, unit } = amountOf(config) ?? { amount: undefined, unit: 'days' as const }
  const wrong = [...durationUnits, 'duration', 'timeout'].map(fault).find(Boolean)
  return (
    <Field label={label} fault={wrong}>
      {names => (
        <div className="flex gap-2">
          <input
            {...names}
            type="number"
            min={0}
            step="any"
            className="field w-28!"
            value={amount ?? ''}
            onChange={({ target }) => onChange(target.value === '' ? {} : { [unit]: Number(target.value) })}
          />
          <Select
            aria-label="Unit"
            className="w-32"
            options={options}
            value={unit}
            onChange={({ target }) => onChange({ [asUnit(target.value)]: amount ?? 1 })}
          />
        </div>
      )}
    </Field>
  )
}

const asUnit = (word: string): DurationUnit => durationUnits.find(unit => unit === word) ?? 'days'
