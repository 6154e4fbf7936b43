import { Segments } from '#tabs/segments.tsx'
import type { BroadcastDraft } from './edits.ts'
import { NumberField } from './number-field.tsx'
import { SpanField } from './span-field.tsx'

const paces = [
  { value: 'fast', label: 'As fast as possible' },
  { value: 'per_hour', label: 'Limit per hour' },
  { value: 'over', label: 'Spread over time' },
] as const

type Pace = BroadcastDraft['pace']
type Props = { pace: Pace; onChange: (pace: NonNullable<Pace> | null) => void; fault: string | undefined }

/** How fast a broadcast is sent. */
export function PaceFields({ pace, onChange, fault }: Props) {
  const chosen = pace?.over !== undefined ? 'over' : pace?.per_hour !== undefined ? 'per_hour' : 'fast'
  const choose = (next: (typeof paces)[number]['value']) =>
    onChange(next === 'over' ? { over: '6h' } : next === 'per_hour' ? { per_hour: 1_000 } : null)
  return (
    <div className="space-y-3">
      <div>
        <p className="mb-1 text-sm font-medium">Pace</p>
        <Segments label="Pace" options={paces} value={chosen} onChange={choose} />
      </div>
      {chosen === 'per_hour' && (
        <NumberField
          label="Messages per hour"
          min={1}
          max={10_000_000}
          value={pace?.per_hour}
          onChange={per_hour => per_hour && onChange({ per_hour })}
          fault={fault}
        />
      )}
      {chosen === 'over' && (
        <SpanField
          label="Spread over"
          value={pace?.over ?? '6h'}
          onChange={over => onChange({ over })}
          hint="Evenly, from the start."
          fault={fault}
        />
      )}
    </div>
  )
}
