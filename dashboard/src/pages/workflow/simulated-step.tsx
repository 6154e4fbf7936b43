import type { SimulatedStep } from '@posthorn/contract/workflows/workflows'
import { CodeBlock } from '#code/code-block.tsx'
import { SmsBubble } from '#messages/sms-bubble.tsx'
import { MailFrame } from '#preview/mail-frame.tsx'
import { TimelineEntry } from '#status/timeline-entry.tsx'
import { StepHeading } from './step-card.tsx'
import { wayName } from './words.ts'

type Props = { step: SimulatedStep; onStep: (key: string) => void }

/** One step of a simulation: its time, what would be sent or changed, which way it leaves and why. */
export function SimulatedStepEntry({ step, onStep }: Props) {
  const isBranch = step.left_by !== null && step.left_by !== 'default'
  return (
    <TimelineEntry tone={step.would ? 'good' : 'plain'} at={step.at} name={<StepHeading step={step} onStep={onStep} />}>
      {(isBranch || step.because) && (
        <p className="text-sm text-soft">
          {isBranch && step.left_by && <strong className="font-medium">{wayName(step.left_by)}. </strong>}
          {step.because}
        </p>
      )}
      {step.would && <Would type={step.type} would={{ ...step.would }} />}
    </TimelineEntry>
  )
}

type Would = Record<string, unknown>

function Would({ type, would }: { type: string; would: Would }) {
  const text = (name: string): string => (typeof would[name] === 'string' ? would[name] : '')
  if (text('skipped')) return <p className="text-sm text-warn">Skipped: {text('skipped')}</p>
  if (type === 'send_email') return <Mail text={text} />
  if (type === 'send_sms')
    return (
      <div className="mt-2">
        <SmsBubble sms={{ body: text('body') }} />
        <p className="mt-1 text-xs text-faint">To {text('to')}</p>
      </div>
    )
  return (
    <div className="mt-2">
      <CodeBlock code={JSON.stringify(would, null, 2)} isWrapped maxHeight="14rem" />
    </div>
  )
}

function Mail({ text }: { text: (name: string) => string }) {
  return (
    <details className="mt-2 rounded-lg border border-line">
      <summary className="px-3 py-2 hover:bg-hover">
        <span className="font-medium">{text('subject') || 'No subject'}</span>
        <span className="block text-sm text-soft">
          {text('from') && `From ${text('from')} · `}To {text('to')}
        </span>
        {text('suppressed') && <span className="block text-sm text-warn">Not sent: {text('suppressed')}</span>}
      </summary>
      {text('html') ? (
        <MailFrame
          title={`Preview: ${text('subject')}`}
          html={text('html')}
          className="h-96 w-full rounded-b-lg border-t border-line bg-white"
        />
      ) : (
        <pre className="border-t border-line p-3 font-sans whitespace-pre-wrap">{text('text')}</pre>
      )}
    </details>
  )
}
