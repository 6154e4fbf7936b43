import { TriangleAlert, Zap } from 'lucide-react'
import { classes } from '#style/classes.ts'
import type { Step } from './definition.ts'
import type { Editor } from './editor.ts'
import { faultsOf, inFull, trigger as triggerKey } from './faults.ts'
import { StepIcon } from './step-icon.tsx'
import { isTriggerType, stepName, summaryOf, triggerNames, triggerSummary } from './words.ts'

type Props = { editor: Editor; className?: string | undefined }

/** A step in all views: its type, a summary and its faults. */
export function StepCard({ editor: { names, faults, selected }, step, className }: Props & { step: Step }) {
  const own = faultsOf(faults, step.key)
  return (
    <div className={look(selected === step.key, own.length > 0, className)}>
      <div className="flex items-center gap-2">
        <StepIcon type={step.type} />
        <span className="truncate font-medium">{stepName(step.type)}</span>
        <Mark faults={own.map(inFull)} />
        {own.length === 0 && <code className="ml-auto max-w-24 truncate font-mono text-xs text-faint">{step.key}</code>}
      </div>
      <p className={classes('mt-0.5 truncate text-sm', own.length > 0 ? 'text-bad' : 'text-soft')}>
        {own[0]
          ? inFull(own[0])
          : (summaryOf(step, names) ?? (step.type === 'exit' ? 'The run ends' : 'Not set up yet'))}
      </p>
    </div>
  )
}

export function TriggerCard({ editor: { trigger, names, faults, selected }, className }: Props) {
  const own = faultsOf(faults, triggerKey)
  const { type } = trigger
  return (
    <div className={look(selected === triggerKey, own.length > 0, className)}>
      <div className="flex items-center gap-2">
        <Zap aria-hidden className="size-4 shrink-0 text-accent" />
        <span className="truncate font-medium">{isTriggerType(type) ? triggerNames[type] : 'Choose a trigger'}</span>
        <Mark faults={own.map(inFull)} />
      </div>
      <p className={classes('mt-0.5 truncate text-sm', own.length > 0 ? 'text-bad' : 'text-soft')}>
        {own[0] ? inFull(own[0]) : triggerSummary(trigger, names) || 'Starts the workflow'}
      </p>
    </div>
  )
}

const look = (isSelected: boolean, isWrong: boolean, className: string | undefined): string =>
  classes(
    'rounded-lg border bg-raised px-3 py-2 text-left shadow-low',
    isSelected ? 'border-accent ring-1 ring-accent' : isWrong ? 'border-bad' : 'border-line-strong',
    className,
  )

const Mark = ({ faults }: { faults: readonly string[] }) =>
  faults.length > 0 && (
    <span className="ml-auto text-bad" title={faults.join('\n')}>
      <TriangleAlert aria-hidden className="size-4" />
      <span className="sr-only">{faults.length} problems</span>
    </span>
  )

type HeadingProps = { step: { step: string; type: string }; onStep: (key: string) => void }

/** The name of a step in a history, and its key, which opens it in the builder. */
export const StepHeading = ({ step, onStep }: HeadingProps) => (
  <>
    {stepName(step.type)}{' '}
    <button
      type="button"
      className="font-mono text-xs font-normal text-faint underline hover:text-ink"
      onClick={() => onStep(step.step)}
    >
      {step.step}
    </button>
  </>
)
