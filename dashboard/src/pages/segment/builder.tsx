import { maxFilterDepth } from '@posthorn/contract/segments/filter-words'
import { Group as GroupIcon, Plus, Trash2 } from 'lucide-react'
import { Button } from '#button/button.tsx'
import { Segments } from '#tabs/segments.tsx'
import type { Choices } from './choices.ts'
import { ConditionRow } from './condition-row.tsx'
import { NotSwitch } from './not-switch.tsx'
import { conditionAbout } from './subjects.ts'
import { type Group, newGroup, newLeaf, replaced, without, withPart } from './tree.ts'

const modes = [
  { value: 'all', label: 'All of these' },
  { value: 'any', label: 'Any of these' },
] as const

type Props = {
  group: Group
  choices: Choices
  /** What is wrong with each part, by its key. */
  faults: ReadonlyMap<string, string>
  onChange: (group: Group) => void
  /** Undefined for the root group. */
  onRemove?: () => void
  depth?: number
  /** Hides everything that changes the filter. */
  isReadOnly?: boolean
}

/** A group of conditions and nested groups. */
export function Builder({ group, choices, faults, onChange, onRemove, depth = 1, isReadOnly = false }: Props) {
  const { mode, parts, isNot } = group
  const add = () => onChange(withPart(group, newLeaf(conditionAbout('email_subscribed', choices.fields))))
  return (
    <div className={onRemove ? 'rounded-lg border border-line-strong bg-sunken p-3' : undefined}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {onRemove && (isNot || !isReadOnly) && (
          <NotSwitch label="not this group" isNot={isNot} onChange={turned => onChange({ ...group, isNot: turned })} />
        )}
        <Segments
          label="Match"
          options={isReadOnly ? modes.filter(({ value }) => value === mode) : modes}
          value={mode}
          onChange={next => onChange({ ...group, mode: next })}
        />
        {onRemove && !isReadOnly && (
          <span className="ml-auto flex items-center gap-1">
            <Button tone="quiet" icon={Trash2} aria-label="Remove group" onClick={onRemove} />
          </span>
        )}
      </div>
      <div className="space-y-2">
        {parts.map(part =>
          part.kind === 'leaf' ? (
            <ConditionRow
              key={part.key}
              leaf={part}
              choices={choices}
              fault={faults.get(part.key)}
              isReadOnly={isReadOnly}
              onChange={next => onChange(replaced(group, next))}
              onRemove={() => onChange(without(group, part.key))}
            />
          ) : (
            <Builder
              key={part.key}
              group={part}
              choices={choices}
              faults={faults}
              onChange={next => onChange(replaced(group, next))}
              onRemove={() => onChange(without(group, part.key))}
              depth={depth + 1}
              isReadOnly={isReadOnly}
            />
          ),
        )}
      </div>
      {!isReadOnly && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button isSmall icon={Plus} onClick={add}>
            Add condition
          </Button>
          {/* A condition inside a group and its negation count as levels, too. */}
          {depth < maxFilterDepth - 2 && (
            <Button
              isSmall
              tone="quiet"
              icon={GroupIcon}
              onClick={() => onChange(withPart(group, newGroup([], mode === 'all' ? 'any' : 'all')))}
            >
              Add group
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
