import type { Workflow, WorkflowSimulation } from '@posthorn/contract/workflows/workflows'
import { Clapperboard } from 'lucide-react'
import { useState } from 'react'
import { Failure } from '#api/failure.ts'
import type { Input } from '#api/operation-types.ts'
import { useChange } from '#api/queries.ts'
import { Button } from '#button/button.tsx'
import { EmptyState } from '#empty/empty-state.tsx'
import { FormFailure } from '#form/field.tsx'
import { Select } from '#form/inputs.tsx'
import { Badge } from '#status/badge.tsx'
import { HappeningList } from '#status/happening.tsx'
import { exact } from '#time/moments.ts'
import { type Choice, ContactChoice } from './contact-choice.tsx'
import { type Definition, waysOf } from './definition.ts'
import { RehearsedStep } from './rehearsed-step.tsx'
import { stepName, wayName } from './words.ts'

type Assumed = NonNullable<Input<'simulateWorkflow'>['body']['assume']>

type Props = {
  workflow: Workflow
  /** As it is stored: that is what is rehearsed. */
  definition: Definition
  isDirty: boolean
  onSave: () => void
  onFailure: (error: Error) => void
  onStep: (key: string) => void
}

/** Walks one contact through the workflow without any effect. */
export function Rehearsal({ workflow, definition, isDirty, onSave, onFailure, onStep }: Props) {
  const [choice, setChoice] = useState<Choice>({ kind: 'invented', email: 'ada@example.com', first_name: 'Ada' })
  const [assumed, setAssumed] = useState<Assumed>({})
  const rehearse = useChange('simulateWorkflow', { isQuiet: true })
  const run = () => {
    const body = { ...toPerson(choice), ...(Object.keys(assumed).length > 0 && { assume: assumed }) }
    rehearse.mutate({ params: { id: workflow.id }, body }, { onError: onFailure })
  }
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] items-start gap-4 p-4 md:px-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <section aria-label="Who and how" className="card space-y-4 p-4">
        <ContactChoice value={choice} onChange={setChoice} />
        <Assumptions definition={definition} value={assumed} onChange={setAssumed} />
        {isDirty && (
          <div className="rounded-md border border-warn/40 bg-warn/8 px-3 py-2 text-sm">
            What is rehearsed is what is saved.{' '}
            <button type="button" className="font-medium underline" onClick={onSave}>
              Save now
            </button>
          </div>
        )}
        <Button
          tone="primary"
          icon={Clapperboard}
          isBusy={rehearse.isPending}
          disabled={choice.kind === 'known' && !choice.contact}
          onClick={run}
        >
          Rehearse
        </Button>
      </section>
      <div>
        {rehearse.error && <Trouble error={rehearse.error} onBuild={() => onStep('')} />}
        {rehearse.data && !rehearse.error ? (
          <Outcome simulation={rehearse.data} onStep={onStep} />
        ) : (
          !rehearse.error && <NothingYet />
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

/** What nobody can know beforehand: whether an email is opened, which way a question goes. */
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
            aria-label={`How ${key} is left`}
            className="w-40"
            options={[
              { value: '', label: type === 'condition' ? 'As it is' : 'Nothing comes' },
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
    <section aria-label="What would happen" className="card p-4">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">What would happen</h2>
        {simulation.would_start ? (
          <Badge tone="good">It would start</Badge>
        ) : (
          <Badge tone="warn">It would not start</Badge>
        )}
      </div>
      <HappeningList>
        {simulation.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step may come again, and they never move
          <RehearsedStep key={at} step={step} onStep={onStep} />
        ))}
      </HappeningList>
      <p className="mt-4 border-t border-line pt-3 text-soft">
        {simulation.end} <span className="text-faint">{exact(simulation.ends_at)}</span>
      </p>
    </section>
  )
}

/** Faults of the definition stand at their steps; here is the way there. */
const Trouble = ({ error, onBuild }: { error: Error; onBuild: () => void }) => (
  <div className="space-y-3">
    <FormFailure error={error} />
    {error instanceof Failure && error.faults.length > 0 && (
      <>
        <ul className="list-disc space-y-1 pl-5 text-sm text-soft">
          {error.faults.map(({ path, message }) => (
            <li key={path + message}>
              <code className="font-mono text-xs">{path}</code> {message}
            </li>
          ))}
        </ul>
        <Button onClick={onBuild}>Show them at the steps</Button>
      </>
    )}
  </div>
)

const NothingYet = () => (
  <EmptyState icon={Clapperboard} title="See it before anybody is in it">
    Choose a contact and rehearse: every step with its time, each message as it would be sent, which way it goes and
    why. Nothing is sent or changed.
  </EmptyState>
)
