import type { Workflow, WorkflowSimulation } from '@posthorn/contract/workflows/workflows'
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { faultOf, faultsBeside } from '#api/failure.ts'
import type { Input } from '#api/operation-types.ts'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { FormFailure } from '#form/field.tsx'
import { Select, TextAreaField } from '#form/inputs.tsx'
import { Badge } from '#status/badge.tsx'
import { TimelineList } from '#status/timeline-entry.tsx'
import { exact } from '#time/moments.ts'
import { type Choice, ContactChoice } from './contact-choice.tsx'
import { type Definition, waysOf } from './definition.ts'
import { readEventData } from './event-data.ts'
import { SimulatedStepEntry } from './simulated-step.tsx'
import { stepName, wayName } from './words.ts'

type Assumed = NonNullable<Input<'simulateWorkflow'>['body']['assume']>

/** Shows its own faults. */
const dataField = 'trigger_data'

type Props = {
  workflow: Workflow
  /** The stored definition, which is what the simulation uses. */
  definition: Definition
  isDirty: boolean
  onSave: () => void
  onFailure: (error: Error) => void
  onStep: (key: string) => void
}

/** Simulates a run for one contact, without any effect. */
export function Simulation({ workflow, definition, isDirty, onSave, onFailure, onStep }: Props) {
  const [choice, setChoice] = useState<Choice>({ kind: 'invented', email: 'ada@example.com', first_name: 'Ada' })
  const [assumed, setAssumed] = useState<Assumed>({})
  const [typed, setTyped] = useState('')
  // Only an event has data; what was typed for another trigger before is not sent.
  const isByEvent = workflow.trigger_type === 'event'
  const event = isByEvent ? readEventData(typed) : {}
  const simulate = useChange('simulateWorkflow', { isQuiet: true })
  const run = () => {
    const body = {
      ...toPerson(choice),
      ...(event.data && { trigger_data: event.data }),
      ...(Object.keys(assumed).length > 0 && { assume: assumed }),
    }
    simulate.mutate({ params: { id: workflow.id }, body }, { onError: onFailure })
  }
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] items-start gap-4 p-4 md:px-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <section aria-label="Simulation settings" className="card space-y-4 p-4">
        <ContactChoice value={choice} onChange={setChoice} />
        {isByEvent && (
          <TextAreaField
            label="Event data"
            hint="Optional: the data of the event, as JSON."
            placeholder={'{"total": 49.5}'}
            rows={5}
            spellCheck={false}
            className="font-mono text-xs!"
            value={typed}
            fault={event.fault ?? faultOf(simulate.error, dataField)}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
        <Assumptions definition={definition} value={assumed} onChange={setAssumed} />
        {isDirty && (
          <div className="rounded-md border border-warn/40 bg-warn/8 px-3 py-2 text-sm">
            The simulation uses the saved version.{' '}
            <button type="button" className="font-medium underline" onClick={onSave}>
              Save now
            </button>
          </div>
        )}
        <Button
          tone="primary"
          icon={Clapperboard}
          isBusy={simulate.isPending}
          disabled={(choice.kind === 'known' && !choice.contact) || event.fault !== undefined}
          onClick={run}
        >
          Simulate
        </Button>
      </section>
      <div>
        {simulate.error && <Trouble error={simulate.error} onBuild={() => onStep('')} />}
        {simulate.data && !simulate.error ? (
          <Outcome simulation={simulate.data} onStep={onStep} />
        ) : (
          !simulate.error && <NothingYet />
        )}
      </div>
    </div>
  )
}

function toPerson(choice: Choice): Pick<Input<'simulateWorkflow'>['body'], 'contact' | 'contact_id'> {
  if (choice.kind === 'known') return { contact_id: choice.contact?.id ?? '' }
  const { email, first_name, phone_number } = choice
  return {
    contact: {
      ...(email && { email }),
      ...(first_name && { first_name }),
      ...(phone_number && { phone_number }),
    },
  }
}

type AssumptionProps = { definition: Definition; value: Assumed; onChange: (value: Assumed) => void }

/** Assumed outcomes that cannot be known in advance: whether an email is opened, or how a condition turns out. */
function Assumptions({ definition, value, onChange }: AssumptionProps) {
  const open = definition.steps.filter(({ type }) => waysOf(type).length > 1)
  if (open.length === 0) return null
  const choose = (key: string, way: string) => {
    const { [key]: _before, ...rest } = value
    const known = (['condition_met', 'condition_not_met', 'event_received', 'timeout'] as const).find(
      one => one === way,
    )
    onChange(known ? { ...rest, [key]: known } : rest)
  }
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">Assume</legend>
      {open.map(({ key, type }) => (
        <div key={key} className="flex items-center justify-between gap-2">
          <code className="min-w-0 truncate font-mono text-xs" title={stepName(type)}>
            {key}
          </code>
          <Select
            aria-label={`Assumed outcome of ${key}`}
            className="w-40"
            options={[
              { value: '', label: type === 'condition' ? 'Evaluate condition' : 'No event' },
              ...waysOf(type).map(way => ({ value: way, label: wayName(way) })),
            ]}
            value={value[key] ?? ''}
            onChange={({ target }) => choose(key, target.value)}
          />
        </div>
      ))}
    </fieldset>
  )
}

function Outcome({ simulation, onStep }: { simulation: WorkflowSimulation; onStep: (key: string) => void }) {
  return (
    <section aria-label="Simulation result" className="card p-4">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">Simulation result</h2>
        {simulation.would_start ? <Badge tone="good">Would start</Badge> : <Badge tone="warn">Would not start</Badge>}
      </div>
      <TimelineList>
        {simulation.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step may occur again, and they never move
          <SimulatedStepEntry key={at} step={step} onStep={onStep} />
        ))}
      </TimelineList>
      <p className="mt-4 border-t border-line pt-3 text-soft">
        {simulation.end} <span className="text-faint">{exact(simulation.ends_at)}</span>
      </p>
    </section>
  )
}

/** The error, with a button to the builder, which shows faults of the workflow at their steps. */
const Trouble = ({ error, onBuild }: { error: Error; onBuild: () => void }) => (
  <div className="space-y-3">
    <FormFailure error={error} fields={[dataField]} />
    {faultsBeside(error, [dataField]).length > 0 && <Button onClick={onBuild}>Show in builder</Button>}
  </div>
)

const NothingYet = () => (
  <EmptyState icon={Clapperboard} title="Test the workflow before it goes live">
    Choose a contact and simulate a run. You see each step with its time, each message as it would be sent, and which
    branch is taken and why. Nothing is sent or changed.
  </EmptyState>
)
