import type {
  ActivityCondition,
  EventCondition,
  FieldCondition,
  SegmentCondition,
} from '@posthorn/contract/segments/filter'
import {
  contactSources,
  type FilterKind,
  type FilterOperator,
  takesDays,
  takesValue,
} from '@posthorn/contract/segments/filter-words'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#button/button.tsx'
import { Select } from '#form/inputs.tsx'
import type { Choices } from './choices.ts'
import { NotSwitch } from './not-switch.tsx'
import { conditionAbout, kindOf, operatorsFor, subjectOf, subjects, withOperator } from './subjects.ts'
import type { Leaf } from './tree.ts'

type Props = {
  leaf: Leaf
  choices: Choices
  fault: string | undefined
  isReadOnly: boolean
  onChange: (leaf: Leaf) => void
  onRemove: () => void
}

export function ConditionRow({ leaf, choices, fault, isReadOnly, onChange, onRemove }: Props) {
  const { condition, isNot } = leaf
  const about = subjects(choices.fields)
  const subject = subjectOf(condition)
  const known = about.some(({ value }) => value === subject) ? about : [{ value: subject, label: subject }, ...about]
  const set = (next: SegmentCondition) => onChange({ ...leaf, condition: next })
  return (
    <fieldset className="rounded-lg border border-line bg-raised p-3">
      <legend className="sr-only">Condition: {about.find(({ value }) => value === subject)?.label ?? subject}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {(isNot || !isReadOnly) && (
          <NotSwitch
            label="not this condition"
            isNot={isNot}
            onChange={turned => onChange({ ...leaf, isNot: turned })}
          />
        )}
        <Select
          aria-label="Filter by"
          className="min-w-0 grow sm:w-48 sm:grow-0"
          options={known}
          value={subject}
          onChange={({ target }) => set(conditionAbout(target.value, choices.fields))}
        />
        <Details condition={condition} choices={choices} onChange={set} />
        {!isReadOnly && (
          <span className="ml-auto flex items-center gap-1">
            <Button tone="quiet" icon={Trash2} aria-label="Remove condition" onClick={onRemove} />
          </span>
        )}
      </div>
      {fault && <p className="mt-2 text-sm text-bad">{fault}</p>}
    </fieldset>
  )
}

type DetailsProps<C> = { condition: C; choices: Choices; onChange: (condition: SegmentCondition) => void }

function Details({ condition, choices, onChange }: DetailsProps<SegmentCondition>) {
  if ('field' in condition) return <FieldDetails condition={condition} choices={choices} onChange={onChange} />
  if ('topic_id' in condition)
    return (
      <Choice
        label="Topic"
        value={condition.topic_id}
        among={choices.topics}
        onChoose={topic_id => onChange({ topic_id })}
      />
    )
  if ('segment_id' in condition)
    return (
      <Choice
        label="List"
        value={condition.segment_id}
        among={choices.lists}
        onChoose={segment_id => onChange({ segment_id })}
      />
    )
  return 'event' in condition ? (
    <EventDetails condition={condition} choices={choices} onChange={onChange} />
  ) : (
    <ActivityDetails condition={condition} choices={choices} onChange={onChange} />
  )
}

type ChoiceProps = {
  label: string
  value: string
  among: readonly { id: string; name: string }[]
  onChoose: (id: string) => void
}

const Choice = ({ label, value, among, onChoose }: ChoiceProps) => (
  <Select
    aria-label={label}
    className="w-full sm:w-56"
    options={[
      ...(among.some(({ id }) => id === value) ? [] : [{ value, label: value || 'Choose…' }]),
      ...among.map(({ id, name }) => ({ value: id, label: name })),
    ]}
    value={value}
    onChange={({ target }) => onChoose(target.value)}
  />
)

function FieldDetails({ condition, choices, onChange }: DetailsProps<FieldCondition>) {
  const { field, operator, value } = condition
  const kind = kindOf(field, choices.fields)
  return (
    <>
      <Select
        aria-label="Comparison"
        className="w-40"
        options={operatorsFor(kind)}
        value={operator}
        // as: the options are operators
        onChange={({ target }) => onChange(withOperator(field, target.value as FilterOperator, kind, value))}
      />
      {takesValue(operator) && (
        <Value
          kind={takesDays(operator) ? 'number' : kind}
          value={value}
          onChange={next => onChange({ field, operator, value: next })}
        />
      )}
      {takesDays(operator) && (
        <span className="text-sm text-soft">{operator === 'more_than_days_ago' ? 'days ago' : 'days'}</span>
      )}
    </>
  )
}

const flags = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
]

type ValueProps = {
  kind: FilterKind
  value: FieldCondition['value']
  onChange: (value: string | number | boolean) => void
}

function Value({ kind, value = '', onChange }: ValueProps) {
  if (kind === 'flag' || kind === 'source')
    return (
      <Select
        aria-label="Value"
        className="w-32"
        options={kind === 'flag' ? flags : contactSources.map(one => ({ value: one, label: one }))}
        value={String(value)}
        onChange={({ target }) => onChange(kind === 'flag' ? target.value === 'true' : target.value)}
      />
    )
  return (
    <input
      aria-label="Value"
      className={kind === 'number' ? 'field w-24!' : 'field w-full! sm:w-40!'}
      type={kind === 'number' ? 'number' : 'text'}
      step="any"
      placeholder={kind === 'moment' ? '2027-01-31' : undefined}
      value={String(value)}
      onChange={({ target }) =>
        onChange(kind === 'number' && target.value !== '' ? Number(target.value) : target.value)
      }
    />
  )
}

function EventDetails({ condition, onChange }: DetailsProps<EventCondition>) {
  const { at_least = 1 } = condition
  return (
    <>
      <input
        aria-label="Event"
        className="field w-full! sm:w-40!"
        placeholder="order.paid"
        value={condition.event}
        onChange={({ target }) => onChange({ ...condition, event: target.value.trim() })}
      />
      <Times value={at_least} onChange={next => onChange({ ...condition, at_least: next })} />
      <Days condition={condition} onChange={onChange} />
    </>
  )
}

const maxTimes = 1_000

/** Emptied while a new number is typed. */
function Times({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    const times = Number(text)
    if (Number.isInteger(times) && times >= 1 && times <= maxTimes) onChange(times)
  }
  return (
    <label className="flex items-center gap-1.5 text-sm text-soft">
      at least
      <input
        aria-label="Times"
        className="field w-16!"
        type="number"
        min={1}
        max={maxTimes}
        value={typed ?? value}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setTyped(undefined)}
      />
      {value === 1 ? 'time' : 'times'}
    </label>
  )
}

function ActivityDetails({ condition, onChange }: DetailsProps<ActivityCondition>) {
  const { tag: _, ...plain } = condition
  return (
    <>
      <Days condition={condition} onChange={onChange} />
      <input
        aria-label="Tag"
        className="field w-full! sm:w-40!"
        placeholder="any tag"
        value={condition.tag ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? plain : { ...plain, tag: target.value })}
      />
    </>
  )
}

type Dated = EventCondition | ActivityCondition

/** Empty means any time. */
function Days({ condition, onChange }: { condition: Dated; onChange: (condition: Dated) => void }) {
  const { within_days: days, ...always } = condition
  return (
    <label className="flex items-center gap-1.5 text-sm text-soft">
      in the last
      <input
        aria-label="Days"
        className="field w-20!"
        type="number"
        min={1}
        max={3650}
        placeholder="any"
        value={days ?? ''}
        onChange={({ target }) =>
          onChange(
            target.value === '' ? always : { ...always, within_days: Math.max(1, Math.round(Number(target.value))) },
          )
        }
      />
      days
    </label>
  )
}
