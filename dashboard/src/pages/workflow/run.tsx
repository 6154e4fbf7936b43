import type { WorkflowRun, WorkflowRunStep } from '@posthorn/contract/workflows/workflows'
import { Link } from '@tanstack/react-router'
import { CircleStop } from 'lucide-react'
import { useCall, useChange } from '#api/queries.ts'
import { useMay } from '#api/session.ts'
import { Button } from '#button/button.tsx'
import { CopyText } from '#code/code-block.tsx'
import { Badge, type Tone } from '#status/badge.tsx'
import { inWords } from '#status/message-status.tsx'
import { TimelineEntry, TimelineList } from '#status/timeline-entry.tsx'
import { ExpandableRow } from '#table/expandable-row.tsx'
import { Time } from '#time/time.tsx'
import { nameOf } from './contact-choice.tsx'
import { runTones } from './run-states.ts'
import { StepHeading } from './step-card.tsx'
import { wayName } from './words.ts'

type Props = { run: WorkflowRun; onStep: (key: string) => void; onContact: () => void }

/** One run as an expandable row. */
export function Run({ run, onStep, onContact }: Props) {
  return (
    <ExpandableRow
      more={
        <>
          <History run={run} onStep={onStep} />
          <div className="flex flex-wrap items-center gap-3 text-sm text-soft">
            <Link to="/contacts/$id" params={{ id: run.contact_id }} className="text-accent underline">
              Contact
            </Link>
            <button type="button" className="text-accent underline" onClick={onContact}>
              All runs of this contact
            </button>
            <span>
              Version {run.version} · <CopyText text={run.id} label="Copy ID" />
            </span>
            <StopButton run={run} />
          </div>
        </>
      }
    >
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">
          <ContactName id={run.contact_id} />
        </span>
        <span className="block truncate text-sm text-soft">
          <Standing run={run} />
        </span>
      </span>
      <Badge tone={runTones[run.state]}>{inWords(run.state)}</Badge>
      <span className="w-24 shrink-0 text-right text-sm text-soft max-sm:hidden">
        <Time at={run.started_at} />
      </span>
    </ExpandableRow>
  )
}

/** Deleting a contact deletes its runs, so the contact nearly always exists. */
function ContactName({ id }: { id: string }) {
  const contact = useCall('getContact', { params: { id } }).data
  return contact ? nameOf(contact) : <span className="font-mono text-xs text-soft">{id}</span>
}

function Standing({ run: { current_step, next_at, finished_at, error } }: { run: WorkflowRun }) {
  if (error) return error
  if (current_step === null)
    return finished_at ? (
      <>
        Finished <Time at={finished_at} />
      </>
    ) : (
      'Finished'
    )
  return (
    <>
      In <code className="font-mono text-xs">{current_step}</code>
      {next_at && (
        <>
          , continues <Time at={next_at} />
        </>
      )}
    </>
  )
}

function History({ run, onStep }: { run: WorkflowRun; onStep: (key: string) => void }) {
  return (
    <TimelineList>
      {run.history.map((step, at) => (
        <TimelineEntry
          // biome-ignore lint/suspicious/noArrayIndexKey: a step may occur again, and steps are only added at the end
          key={at}
          tone={toneOf(run, at)}
          at={step.entered_at}
          name={<StepHeading step={step} onStep={onStep} />}
        >
          <Detail step={step} />
          {run.error && at === run.history.length - 1 && <p className="text-sm text-bad">{run.error}</p>}
        </TimelineEntry>
      ))}
    </TimelineList>
  )
}

function toneOf({ history, error }: WorkflowRun, at: number): Tone {
  if (error && at === history.length - 1) return 'bad'
  return history[at]?.left_at ? 'good' : 'info'
}

function Detail({ step: { left_by, left_at, detail = {} } }: { step: WorkflowRunStep }) {
  const { email_id, sms_id, because, reason, ...rest }: Record<string, unknown> = { ...detail }
  const words = [because, reason].filter(one => typeof one === 'string').join(' ')
  return (
    <>
      {left_by !== null && left_by !== 'default' && (
        <p className="text-sm text-soft">
          {wayName(left_by)}. {words}
        </p>
      )}
      {(left_by === null || left_by === 'default') && words && <p className="text-sm text-soft">{words}</p>}
      {left_at === null && !words && <p className="text-sm text-soft">Currently at this step.</p>}
      {typeof email_id === 'string' && (
        <Link to="/emails/$id" params={{ id: email_id }} className="text-sm text-accent underline">
          View email
        </Link>
      )}
      {typeof sms_id === 'string' && (
        <Link to="/sms/$id" params={{ id: sms_id }} className="text-sm text-accent underline">
          View message
        </Link>
      )}
      <p className="text-sm text-faint">
        {Object.entries(rest)
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join(' · ')}
      </p>
    </>
  )
}

function StopButton({ run }: { run: WorkflowRun }) {
  const mayWrite = useMay('workflows:write')
  const stop = useChange('stopWorkflowRun', { done: 'Run stopped.', renews: ['listWorkflowRuns'] })
  if (!mayWrite || run.finished_at !== null) return null
  return (
    <span className="ml-auto">
      <Button
        isSmall
        tone="danger"
        icon={CircleStop}
        isBusy={stop.isPending}
        onClick={() => stop.mutate({ params: { id: run.workflow_id, runId: run.id } })}
      >
        Stop run
      </Button>
    </span>
  )
}
