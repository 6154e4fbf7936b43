import { useId } from 'react'
import { TextField } from '#form/inputs.tsx'
import { type ConfigProps, setIn, textIn } from './config-fields.tsx'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  fault?: string | undefined
}

/** A time zone name, with suggestions for all zones. */
export function TimezoneInput({ label, value, onChange, hint, fault }: Props) {
  const id = useId()
  return (
    <div>
      <TextField
        label={label}
        list={id}
        placeholder="Europe/Berlin"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        hint={hint}
        fault={fault}
      />
      <datalist id={id}>
        {zones.map(zone => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  )
}

export const TimezoneField = ({ config, onChange, fault }: ConfigProps) => (
  <TimezoneInput
    label="Time zone"
    value={textIn(config, 'timezone')}
    onChange={zone => onChange(setIn(config, 'timezone', zone))}
    fault={fault('timezone')}
  />
)
