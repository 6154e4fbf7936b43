import type { AlertRule } from '@posthorn/contract/console/alerts'
import { useChange } from '#api/queries.ts'
import { useIsCharged, useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { Switch } from '#form/switch.tsx'
import { Section } from '#layout/page.tsx'
import { ruleWords } from './rule-words.ts'

/** The alert rules. Each can be turned on or off, or all at once. */
export function AlertRules({ rules }: { rules: readonly AlertRule[] }) {
  const isCharged = useIsCharged()
  const mayManage = useMay('settings:manage')
  const change = useChange('setAlerts', { renews: ['getAlerts'] })
  const shown = rules.filter(({ kind }) => isCharged || kind !== 'credits')
  const isAllOn = shown.every(({ on }) => on)
  const setAll = (on: boolean) => change.mutate({ body: { rules: shown.map(rule => ({ ...rule, on })) } })
  return (
    <Section
      title="Alerts"
      actions={
        mayManage && (
          <Button isSmall isBusy={change.isPending} onClick={() => setAll(!isAllOn)}>
            {isAllOn ? 'Turn all off' : 'Turn all on'}
          </Button>
        )
      }
    >
      <p className="mb-4 max-w-2xl text-soft">
        Alerts notify you when something needs attention: once when it starts, once a day while it lasts, and when it is
        over. Live messages are checked every five minutes.
      </p>
      <ul className="max-w-2xl divide-y divide-line">
        {shown.map(rule => (
          <li key={rule.kind} className="space-y-2 py-3">
            <Switch
              label={ruleWords[rule.kind].title}
              hint={ruleWords[rule.kind].hint}
              isOn={rule.on}
              isFixed={!mayManage}
              onChange={on => change.mutate({ body: { rules: [{ ...rule, on }] } })}
            />
            {rule.on && (
              <Limits
                rule={rule}
                isFixed={!mayManage}
                onChange={changed => change.mutate({ body: { rules: [changed] } })}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

type LimitsProps = { rule: AlertRule; isFixed: boolean; onChange: (rule: AlertRule) => void }

/** Saved when a field loses focus. */
function Limits({ rule, isFixed, onChange }: LimitsProps) {
  const { limit, atLeast } = ruleWords[rule.kind]
  if (!limit) return null
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <NumberInput
        {...limit}
        value={rule.limit}
        isFixed={isFixed}
        onChange={value => onChange({ ...rule, limit: value })}
      />
      {atLeast && (
        <NumberInput
          label={atLeast}
          step="1"
          min={1}
          value={rule.at_least}
          isFixed={isFixed}
          onChange={value => onChange({ ...rule, at_least: value })}
        />
      )}
    </div>
  )
}

type NumberProps = {
  label: string
  step: string
  min?: number
  value: number
  isFixed: boolean
  onChange: (value: number) => void
}

const NumberInput = ({ label, step, min = 0, value, isFixed, onChange }: NumberProps) => (
  <label className="flex items-center gap-2 text-sm text-soft">
    {label}
    <input
      key={value}
      type="number"
      className="h-8 w-24 rounded-md border border-line-strong bg-canvas px-2 text-ink tabular-nums"
      {...{ step, min, max: 1_000_000, disabled: isFixed }}
      defaultValue={value}
      onBlur={({ target }) => {
        const typed = target.valueAsNumber
        if (target.validity.valid && Number.isFinite(typed) && typed !== value) onChange(typed)
      }}
    />
  </label>
)
