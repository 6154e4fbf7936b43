import { CornerDownRight } from 'lucide-react'
import { AddButton } from './add-button.tsx'
import { type Definition, type Step, startsOf, targetOf, waysOf } from './definition.ts'
import type { Editor } from './editor.ts'
import { trigger } from './faults.ts'
import { StepCard, TriggerCard } from './step-card.tsx'
import { wayName } from './words.ts'

/** The canvas as a list, for keyboards, screen readers and phones. */
export function StepList({ editor }: { editor: Editor }) {
  const { definition, onSelect, onAdd } = editor
  return (
    <div className="mx-auto max-w-2xl space-y-2 p-4">
      <button type="button" className="block w-full rounded-lg" onClick={() => onSelect(trigger)}>
        <TriggerCard editor={editor} />
      </button>
      <div className="pl-6">
        <AddButton label="Add a step at the beginning" onClick={() => onAdd(undefined)} />
      </div>
      <ol aria-label="Steps" className="space-y-2">
        {inOrder(definition).map(step => (
          <li key={step.key}>
            <button type="button" className="block w-full rounded-lg" onClick={() => onSelect(step.key)}>
              <StepCard editor={editor} step={step} />
            </button>
            <Ways editor={editor} step={step} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Ways({ editor: { definition, onAdd, onSelect }, step }: { editor: Editor; step: Step }) {
  return (
    <ul className="mt-1 space-y-0.5 pl-6 text-sm text-soft">
      {waysOf(step.type).map(way => {
        const to = targetOf(definition, step.key, way)
        return (
          <li key={way} className="flex flex-wrap items-center gap-2">
            <CornerDownRight aria-hidden className="size-4 text-faint" />
            {wayName(way)}
            {to === undefined ? (
              <span className="text-faint">run ends</span>
            ) : (
              <button type="button" className="font-mono text-xs text-accent underline" onClick={() => onSelect(to)}>
                {to}
              </button>
            )}
            <AddButton
              label={`Add a step after ${step.key}, ${wayName(way)}`}
              onClick={() => onAdd({ from: step.key, way })}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** In the order of a run, branch by branch; unreachable steps come last. */
function inOrder(definition: Definition): Step[] {
  const seen = new Set<Step>()
  const visit = (key: string | undefined) => {
    const step = definition.steps.find(one => one.key === key)
    if (!step || seen.has(step)) return
    seen.add(step)
    for (const way of waysOf(step.type)) visit(targetOf(definition, step.key, way))
  }
  for (const { key } of [...startsOf(definition), ...definition.steps]) visit(key)
  return [...seen]
}
