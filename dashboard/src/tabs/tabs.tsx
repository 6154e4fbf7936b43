import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect } from 'react'
import { classes } from '#style/classes.ts'

type Tab<Name extends string> = { name: Name; label: ReactNode; content: () => ReactNode }
type Props<Name extends string> = {
  label: string
  tabs: readonly Tab<Name>[]
  chosen: Name
  onChoose: (name: Name) => void
  /** Shown at the end of the tab bar. */
  aside?: ReactNode
}

/** Several views of one thing. Keep the chosen one in the URL with `useFilters`, or in state. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, aside }: Props<Name>) {
  const id = useId()
  const current = tabs.find(({ name }) => name === chosen) ?? tabs[0]
  const chosenId = `${id}-${current?.name}`
  useLayoutEffect(() => showInLine(chosenId), [chosenId])
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = by && current && tabs.at((tabs.indexOf(current) + by) % tabs.length)
    if (!next) return
    onChoose(next.name)
    document.getElementById(`${id}-${next.name}`)?.focus()
  }
  return (
    <div>
      <div className="flex items-end justify-between gap-4 border-b border-line">
        <div role="tablist" aria-label={label} onKeyDown={step} className="-mb-px flex gap-1 overflow-x-auto">
          {tabs.map(({ name, label }) => (
            <button
              key={name}
              id={`${id}-${name}`}
              type="button"
              role="tab"
              aria-selected={name === current?.name}
              aria-controls={id}
              tabIndex={name === current?.name ? 0 : -1}
              onClick={() => onChoose(name)}
              className={classes(
                'border-b-2 px-3 py-2 text-sm font-medium whitespace-nowrap -outline-offset-2!',
                name === current?.name ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {label}
            </button>
          ))}
        </div>
        {aside && <div className="flex items-center gap-1 pb-1">{aside}</div>}
      </div>
      <div id={id} role="tabpanel" aria-labelledby={chosenId} className="pt-4">
        {current?.content()}
      </div>
    </div>
  )
}

/** On a phone the tab bar is wider than the page. Not scrollIntoView, which would also scroll the page down to the bar. */
function showInLine(id: string): void {
  const tab = document.getElementById(id)
  const line = tab?.parentElement
  if (line) line.scrollLeft = tab.offsetLeft - line.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2
}
