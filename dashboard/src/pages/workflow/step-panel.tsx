import { Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#button/button.tsx'
import { SelectField, TextField } from '#form/inputs.tsx'
import { type Config, type Step, targetOf, waysOf } from './definition.ts'
import { isKey } from './editing/edits.ts'
import type { Editor } from './editor.ts'
import { faultAt, faultsOf, inFull, trigger as triggerKey } from './faults.ts'
import { JsonField } from './forms/json-field.tsx'
import { StepForm } from './forms/step-form.tsx'
import { TriggerForm } from './forms/trigger-form.tsx'
import { StepIcon } from './step-icon.tsx'
import { stepName, wayName } from './words.ts'

export type PanelProps = {
  editor: Editor
  onConfig: (key: string, config: Config) => void
  onRename: (key: string, name: string) => void
}

export function StepPanel({ editor, step, onConfig, onRename }: PanelProps & { step: Step }) {
  const own = faultsOf(editor.faults, step.key)
  const change = (config: Config) => onConfig(step.key, config)
  return (
    <div className="space-y-4 p-4">
      <FaultList faults={own.map(inFull)} />
      <KeyField editor={editor} step={step} onRename={onRename} />
      <StepForm
        step={step}
        definition={editor.definition}
        trigger={editor.trigger}
        onChange={change}
        fault={field => faultAt(own, field)}
      />
      <Ways editor={editor} step={step} />
      <details>
        <summary className="text-sm text-soft">JSON</summary>
        <div className="pt-2">
          <JsonField
            key={step.key}
            label="config"
            rows={8}
            value={step.config}
            onChange={value => change(isConfig(value) ? value : {})}
          />
        </div>
      </details>
      <Button tone="danger" icon={Trash2} onClick={() => editor.onRemove(step.key)}>
        Remove step
      </Button>
    </div>
  )
}

const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function TriggerPanel({ editor, onConfig }: Omit<PanelProps, 'onRename'>) {
  const own = faultsOf(editor.faults, triggerKey)
  return (
    <div className="space-y-4 p-4">
      <FaultList faults={own.map(inFull)} />
      <TriggerForm
        config={editor.trigger}
        onChange={config => onConfig(triggerKey, config)}
        fault={field => faultAt(own, field)}
      />
    </div>
  )
}

const FaultList = ({ faults }: { faults: readonly string[] }) =>
  faults.length > 0 && (
    <ul role="alert" className="space-y-1 rounded-md border border-bad/40 bg-bad/8 px-3 py-2 text-sm text-bad">
      {faults.map(fault => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  )

/** The key of a step, by which conditions, runs and simulations refer to it. Saved when the field loses focus. */
function KeyField({ editor, step, onRename }: Omit<PanelProps, 'onConfig'> & { step: Step }) {
  const [typed, setTyped] = useState(step.key)
  const isTaken = editor.definition.steps.some(one => one !== step && one.key === typed)
  const fault = isTaken
    ? 'Another step has this key.'
    : isKey(typed)
      ? undefined
      : 'Use letters, digits, - and _, starting with a letter or digit.'
  const commit = () => {
    if (!fault && typed !== step.key) onRename(step.key, typed)
  }
  return (
    <TextField
      label="Key"
      value={typed}
      maxLength={64}
      className="font-mono text-xs!"
      fault={fault}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={event => event.key === 'Enter' && commit()}
    />
  )
}

function Ways({ editor, step }: { editor: Editor; step: Step }) {
  const ways = waysOf(step.type)
  if (ways.length === 0) return null
  const options = [
    { value: '', label: 'The run ends' },
    ...editor.definition.steps
      .filter(one => one !== step)
      .map(({ key, type }) => ({ value: key, label: `${key} – ${stepName(type)}` })),
  ]
  return (
    <fieldset className="space-y-3 border-t border-line pt-4">
      <legend className="sr-only">Next step</legend>
      {ways.map(way => (
        <SelectField
          key={way}
          label={way === 'default' ? 'Then' : `${wayName(way)}, then`}
          options={options}
          value={targetOf(editor.definition, step.key, way) ?? ''}
          onChange={({ target }) => editor.onConnect({ from: step.key, way }, target.value || undefined)}
        />
      ))}
    </fieldset>
  )
}

/** The frame of the panel next to the canvas. */
export const PanelFrame = ({
  step,
  onClose,
  children,
}: {
  step: Step | undefined
  onClose: () => void
  children: ReactNode
}) => (
  <aside aria-label="Step settings" className="flex h-full w-96 shrink-0 flex-col border-l border-line bg-canvas">
    <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
      {step && <StepIcon type={step.type} />}
      <h2 className="grow font-semibold">{step ? stepName(step.type) : 'Trigger'}</h2>
      <Button tone="quiet" isSmall icon={X} aria-label="Close" onClick={onClose} />
    </header>
    <div className="min-h-0 grow overflow-y-auto">{children}</div>
  </aside>
)
