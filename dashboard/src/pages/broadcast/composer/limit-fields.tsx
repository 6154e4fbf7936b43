import { faultOf } from '#api/failure.ts'
import { NumberField } from './number-field.tsx'
import type { PartProps } from './use-draft.ts'

/** The shares of bounces and complaints that pause a broadcast. */
export const LimitFields = ({ draft, change, error }: PartProps) => (
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
)
