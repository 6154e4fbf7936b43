import { weekdays } from '@posthorn/contract/workflows/words'
import { useState } from 'react'
import { Segments } from '#tabs/segments.tsx'
import { type Config, isObject } from '../definition.ts'
import { ConfigText, type StepFormProps, setIn } from './config-fields.tsx'
import { DurationField } from './duration-field.tsx'
import { TimezoneField } from './timezone-field.tsx'

const kinds = [
  { value: 'for', label: 'For a duration' },
  { value: 'until', label: 'Until a time of day' },
] as const

const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function DelayForm({ config, onChange, fault }: StepFormProps) {
  const until = isObject(config.until) ? config.until : undefined
  const [kind, setKind] = useState<'for' | 'until'>(until ? 'until' : 'for')
  const choose = (kind: 'for' | 'until') => {
    setKind(kind)
    onChange(kind === 'for' ? { days: 1 } : { until: { time: '09:00', timezone: here() } })
  }
  return (
    <>
      <Segments label="Kind of delay" options={kinds} value={kind} onChange={choose} />
      {until ? (
        <UntilFields
          config={until}
          onChange={changed => onChange({ until: changed })}
          fault={field => fault(`until.${field}`)}
        />
      ) : (
        <DurationField label="Wait" config={config} onChange={onChange} fault={fault} />
      )}
    </>
  )
}

type UntilProps = { config: Config; onChange: (config: Config) => void; fault: StepFormProps['fault'] }

function UntilFields({ config, onChange, fault }: UntilProps) {
  const own = { config, onChange, fault }
  const days: readonly unknown[] = Array.isArray(config.weekdays) ? config.weekdays : []
  const toggle = (day: string) => {
    const chosen = weekdays.filter(one => (one === day ? !days.includes(one) : days.includes(one)))
    onChange(setIn(config, 'weekdays', chosen.length > 0 ? chosen : undefined))
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <ConfigText {...own} name="time" label="Time" type="time" />
        <TimezoneField {...own} />
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Weekdays</legend>
        <div className="flex flex-wrap gap-1">
          {weekdays.map(day => (
            <button
              key={day}
              type="button"
              aria-pressed={days.includes(day)}
              onClick={() => toggle(day)}
              className={`rounded-md border px-2 py-1 text-sm capitalize ${days.includes(day) ? 'border-accent bg-accent/10 font-medium' : 'border-line-strong text-soft'}`}
            >
              {day.slice(0, 3)}
            </button>
          ))}
        </div>
        <p className="mt-1 text-sm text-faint">{days.length === 0 ? 'Any day.' : fault('weekdays')}</p>
      </fieldset>
    </>
  )
}
