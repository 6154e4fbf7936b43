import { type Kind, needsValue } from '@posthorn/contract/workflows/fields'
import { Trash2 } from 'lucide-react'
import { Button } from '#button/button.tsx'
import { Select } from '#form/inputs.tsx'
import { Segments } from '#tabs/segments.tsx'
import { type AskableField, type Asked, askable, askedIn, operatorsFor, toCondition, withField } from '../conditions.ts'
import { type Config, isObject } from '../definition.ts'
import { useChoices } from '../use-names.ts'
import { type StepFormProps, setIn } from './config-fields.tsx'
import { JsonField } from './json-field.tsx'

const modes = [
  { value: 'all', label: 'All conditions' },
  { value: 'any', label: 'Any condition' },
] as const

export function ConditionForm({ config, onChange, fault, step, definition, trigger }: StepFormProps) {
  const asked = askedIn(config)
  const { fields: declared } = useChoices()
  const fields = askable(definition, step.key, trigger, declared)
  if (!asked)
    return (
      <JsonField
        label="Condition"
        rows={12}
        value={config}
        hint="Nested conditions can only be edited as JSON."
        onChange={value => onChange(isObject(value) ? value : {})}
        fault={fault('')}
      />
    )
  const set = (changes: Partial<Asked>) => onChange(toCondition({ ...asked, ...changes }))
  const first = fields[0]
  return (
    <div className="space-y-3">
      {asked.parts.length > 1 && (
        <Segments label="Match" options={modes} value={asked.mode} onChange={mode => set({ mode })} />
      )}
      {asked.parts.map((part, at) => (
        <Comparison
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity except their position
          key={at}
          part={part}
          fields={fields}
          fault={field => fault(asked.parts.length > 1 ? `${asked.mode}.${at}.${field}` : field)}
          onChange={changed => set({ parts: asked.parts.with(at, changed) })}
          onRemove={asked.parts.length > 1 ? () => set({ parts: asked.parts.toSpliced(at, 1) }) : undefined}
        />
      ))}
      {first && (
        <Button isSmall onClick={() => set({ parts: [...asked.parts, withField({}, first)] })}>
          Add condition
        </Button>
      )}
    </div>
  )
}

type ComparisonProps = {
  part: Config
  fields: readonly AskableField[]
  fault: (field: string) => string | undefined
  onChange: (part: Config) => void
  onRemove: (() => void) | undefined
}

function Comparison({ part, fields, fault, onChange, onRemove }: ComparisonProps) {
  const name = String(part.field ?? '')
  const known = fields.find(({ field }) => field === name)
  const kind = known?.kind ?? 'text'
  const names = known ? fields : [{ field: name, kind }, ...fields]
  const wrong = fault('field') ?? fault('operator') ?? fault('value')
  return (
    <fieldset className="space-y-2 rounded-lg border border-line p-3">
      <legend className="sr-only">Condition: {name || 'not set'}</legend>
      <div className="flex gap-2">
        <Select
          aria-label="Field"
          className="min-w-0 grow"
          options={names.map(({ field }) => ({ value: field, label: field || 'Choose…' }))}
          value={name}
          onChange={({ target }) => {
            const chosen = fields.find(({ field }) => field === target.value)
            if (chosen) onChange(withField(part, chosen))
          }}
        />
        {onRemove && <Button tone="quiet" icon={Trash2} aria-label="Remove condition" onClick={onRemove} />}
      </div>
      <div className="flex gap-2">
        <Select
          aria-label="Comparison"
          className="w-32 shrink-0"
          options={name === 'contact.segments' ? operatorsFor(kind).slice(0, 1) : operatorsFor(kind)}
          value={String(part.operator ?? '')}
          onChange={({ target }) => onChange(withOperator(part, target.value, kind))}
        />
        {needsValue(part.operator) && <Value part={part} kind={kind} onChange={onChange} />}
      </div>
      {wrong && <p className="text-sm text-bad">{wrong}</p>}
    </fieldset>
  )
}

function withOperator({ field, value }: Config, operator: string, kind: Kind): Config {
  if (!needsValue(operator)) return { field, operator }
  return { field, operator, value: value ?? (kind === 'flag' ? true : kind === 'count' ? 1 : '') }
}

const flags = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
]

type ValueProps = { part: Config; kind: Kind; onChange: (part: Config) => void }

function Value({ part, kind, onChange }: ValueProps) {
  const { topics, segments } = useChoices()
  const value = part.value === undefined ? '' : String(part.value)
  const set = (value: unknown) => onChange({ ...setIn(part, 'value', undefined), value })
  if (kind === 'flag')
    return (
      <Select
        aria-label="Value"
        className="grow"
        options={flags}
        value={value}
        onChange={({ target }) => set(target.value === 'true')}
      />
    )
  const isSegment = part.field === 'contact.segments'
  const among = isSegment ? segments : topics
  if (kind === 'list')
    return (
      <Select
        aria-label={isSegment ? 'Segment' : 'Topic'}
        className="min-w-0 grow"
        options={[
          ...(among.some(({ id }) => id === value) ? [] : [{ value, label: value || 'Choose…' }]),
          ...among.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    )
  return (
    <input
      aria-label="Value"
      className="field"
      type={kind === 'count' ? 'number' : 'text'}
      placeholder={kind === 'moment' ? '2027-01-31' : undefined}
      value={value}
      onChange={({ target }) => set(kind === 'count' ? Number(target.value) : target.value)}
    />
  )
}
