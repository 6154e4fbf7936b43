import { Segments } from '#tabs/segments.tsx'
import { periods } from './period.ts'

type Props = {
  name: string
  from: string
  to: string
  onChange: (chosen: { period: string; from: string; to: string }) => void
}

const options = [...periods, { value: 'range', label: 'Range' }] as const

/** One of the preset periods, or a custom range of days. */
export function RangeChoice({ name, from, to, onChange }: Props) {
  const today = new Date().toISOString().slice(0, 10)
  const isRange = name === 'range'
  return (
    <>
      {isRange && (
        <>
          <input
            type="date"
            aria-label="From"
            className="field w-40"
            value={from}
            max={to || today}
            onChange={({ target }) => onChange({ period: name, from: target.value, to })}
          />
          <input
            type="date"
            aria-label="To"
            className="field w-40"
            value={to}
            min={from}
            max={today}
            onChange={({ target }) => onChange({ period: name, from, to: target.value })}
          />
        </>
      )}
      <Segments
        label="Period"
        options={options}
        value={options.find(({ value }) => value === name)?.value ?? '24h'}
        onChange={period =>
          onChange(
            period === 'range'
              ? { period, from: from || today.slice(0, 8) + '01', to: to || today }
              : { period, from: '', to: '' },
          )
        }
      />
    </>
  )
}
