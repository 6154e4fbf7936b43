import { faultOf } from '#api/failure.ts'
import { Section } from '#layout/page.tsx'
import { Segments } from '#tabs/segments.tsx'
import { NumberField } from './number-field.tsx'
import { SpanField } from './span-field.tsx'
import type { PartProps } from './use-draft.ts'
import type { When } from './when.ts'
import { WhenFields } from './when-fields.tsx'

const paces = [
  { value: 'fast', label: 'As fast as possible' },
  { value: 'per_hour', label: 'Limit per hour' },
  { value: 'over', label: 'Spread over time' },
] as const

type Props = PartProps & {
  /** The number of this part on the page. */
  nth: number
  when: When
  onWhen: (when: When) => void
}

/** When it is sent, how fast, and what pauses it automatically. */
export function DeliveryPart({ nth, when, onWhen, draft, change, error }: Props) {
  const { pace } = draft
  const chosen = pace?.over !== undefined ? 'over' : pace?.per_hour !== undefined ? 'per_hour' : 'fast'
  const choose = (next: (typeof paces)[number]['value']) =>
    change({ pace: next === 'over' ? { over: '6h' } : next === 'per_hour' ? { per_hour: 1_000 } : null })
  return (
    <Section title={`${nth}. Delivery`}>
      <div className="space-y-5">
        <WhenFields when={when} onChange={onWhen} />
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
              onChange={per_hour => per_hour && change({ pace: { per_hour } })}
              fault={faultOf(error, 'pace')}
            />
          )}
          {chosen === 'over' && (
            <SpanField
              label="Spread over"
              value={pace?.over ?? '6h'}
              onChange={over => change({ pace: { over } })}
              hint="Evenly, from the start."
              fault={faultOf(error, 'pace')}
            />
          )}
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <NumberField
            label="Pause above bounce rate (%)"
            min={0.01}
            max={100}
            step="any"
            placeholder="Default from Settings, Delivery"
            value={draft.max_bounce_percent}
            onChange={value => change({ max_bounce_percent: value ?? null })}
            fault={faultOf(error, 'max_bounce_percent')}
          />
          <NumberField
            label="Pause above spam complaint rate (%)"
            min={0.01}
            max={100}
            step="any"
            placeholder="Default from Settings, Delivery"
            value={draft.max_complaint_percent}
            onChange={value => change({ max_complaint_percent: value ?? null })}
            fault={faultOf(error, 'max_complaint_percent')}
          />
        </div>
      </div>
    </Section>
  )
}
