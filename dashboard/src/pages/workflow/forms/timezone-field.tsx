import { useId } from 'react'
import { TextField } from '#form/inputs.tsx'
import { type ConfigProps, setIn, textIn } from './config-fields.tsx'

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]

export function TimezoneField({ config, onChange, fault }: ConfigProps) {
  const id = useId()
  return (
    <div>
      <TextField
        label="Time zone"
        list={id}
        placeholder="Europe/Berlin"
        value={textIn(config, 'timezone')}
        onChange={({ target }) => onChange(setIn(config, 'timezone', target.value))}
        fault={fault('timezone')}
      />
      <datalist id={id}>
        {zones.map(zone => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </div>
  )
}
