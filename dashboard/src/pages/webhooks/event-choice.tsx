import { ChevronRight } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { inWords } from '#status/message-status.tsx'
import { counted } from '#style/figures.ts'
import { type EventKind, eventKinds, isCovered, toggle } from './subscriptions.ts'

type Props = { value: readonly string[]; onChange: (value: string[]) => void; fault?: string | undefined }

/** The events of a webhook: all, whole kinds, or single ones. */
export function EventChoice({ value, onChange, fault }: Props) {
  const isAll = value.includes('*')
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Events</legend>
      <div className="rounded-lg border border-line">
        <Check label="All events, including future ones" isOn={isAll} onChange={() => onChange(toggle(value, '*'))} />
        {!isAll &&
          eventKinds(value).map(kind => (
            <Kind key={kind.kind} kind={kind} value={value} onToggle={name => onChange(toggle(value, name))} />
          ))}
      </div>
      {fault && <p className="mt-1 text-sm text-bad">Choose at least one event.</p>}
    </fieldset>
  )
}

type KindProps = { kind: EventKind; value: readonly string[]; onToggle: (name: string) => void }

function Kind({ kind: { kind, group, names }, value, onToggle }: KindProps) {
  const chosen = names.filter(name => isCovered(value, name)).length
  const isWhole = value.includes(group)
  return (
    <details className="group border-t border-line" open={chosen > 0 && !isWhole}>
      <summary className="flex items-center gap-2 px-3 py-2 hover:bg-hover">
        <ChevronRight aria-hidden className="size-4 text-faint transition-transform group-open:rotate-90" />
        <span className="font-medium">{kind === 'sms' ? 'SMS' : inWords(kind)}</span>
        <span className="text-sm text-faint">{isWhole ? 'all' : countOf(names.length, chosen)}</span>
      </summary>
      <div className="grid gap-x-4 pb-2 pl-6 sm:grid-cols-2">
        <Check
          label={group}
          isOn={isWhole}
          isPartly={chosen > 0 && !isWhole}
          onChange={() => onToggle(group)}
          isMachine
        />
        {names.map(name => (
          <Check key={name} label={name} isOn={isCovered(value, name)} onChange={() => onToggle(name)} isMachine />
        ))}
      </div>
    </details>
  )
}

function countOf(all: number, chosen: number): string {
  if (chosen > 0) return `${chosen} of ${all}`
  if (all === 0) return 'reported by your apps'
  return counted(all, 'event')
}

type CheckProps = {
  label: string
  isOn: boolean
  onChange: (event: ChangeEvent) => void
  isPartly?: boolean
  isMachine?: boolean
}

function Check({ label, isOn, onChange, isPartly = false, isMachine }: CheckProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <label className="flex items-center gap-2.5 px-3 py-1.5 hover:bg-hover">
      <input ref={box} type="checkbox" checked={isOn} onChange={onChange} className="size-4 accent-accent" />
      <span className={isMachine ? 'truncate font-mono text-xs' : undefined}>{label}</span>
    </label>
  )
}
