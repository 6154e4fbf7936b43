import { TextField } from '#form/inputs.tsx'
import { Segments } from '#tabs/segments.tsx'
import { lastLocalTime } from '#time/local-time.ts'
import { TimezoneInput } from '../../workflow/forms/timezone-field.tsx'
import type { When } from './when.ts'

const kinds = [
  { value: 'now', label: 'Now' },
  { value: 'at', label: 'At a set time' },
  { value: 'local', label: 'Recipient’s time zone' },
] as const

export function WhenFields({ when, onChange }: { when: When; onChange: (when: When) => void }) {
  return (
    <div className="space-y-3">
      <div>
        <p className="mb-1 text-sm font-medium">When</p>
        <Segments label="When" options={kinds} value={when.kind} onChange={kind => onChange({ ...when, kind })} />
      </div>
      {when.kind !== 'now' && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="Date and time"
            type="datetime-local"
            max={lastLocalTime}
            value={when.time}
            onChange={({ target }) => onChange({ ...when, time: target.value })}
            hint={
              when.kind === 'at'
                ? 'In your time zone.'
                : 'In each recipient’s time zone. Where this time has passed, it is sent at once.'
            }
          />
          {when.kind === 'local' && (
            <TimezoneInput
              label="Fallback time zone"
              value={when.timezone}
              onChange={timezone => onChange({ ...when, timezone })}
              hint="For contacts without a time zone."
            />
          )}
        </div>
      )}
    </div>
  )
}
