import type { StepType } from '@posthorn/contract/workflows/words'
import { Redo2, TriangleAlert, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#button/button.tsx'
import { Dialog } from '#dialog/dialog.tsx'
import { Skeleton } from '#empty/skeleton.tsx'
import { useFilters } from '#form/filters.ts'
import { Segments } from '#tabs/segments.tsx'
import { AddDialog } from './add-dialog.tsx'
import { type Config, type Content, stepOf } from './definition.ts'
import { addStep, connect, removeStep, renameStep, type Spot, setConfig } from './editing/edits.ts'
import type { Editing } from './editing/use-editing.ts'
import type { Editor } from './editor.ts'
import { faultsOf, inFull, type Placed, trigger as triggerKey } from './faults.ts'
import { JsonView } from './json-view.tsx'
import { StepList } from './step-list.tsx'
import { PanelFrame, StepPanel, TriggerPanel } from './step-panel.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import { useNames } from './use-names.ts'
import { stepName } from './words.ts'

const Canvas = lazy(() => import('./canvas.tsx').then(({ Canvas }) => ({ default: Canvas })))

const views = [
  { value: 'canvas', label: 'Canvas' },
  { value: 'list', label: 'List' },
  { value: 'json', label: 'JSON' },
] as const

type Props = {
  editing: Editing
  faults: readonly Placed[]
}

/** Shows and edits the workflow as a canvas, a list or JSON. */
export function Builder({ editing, faults }: Props) {
  const isNarrow = useIsNarrow()
  const [filters, setFilters] = useFilters(['view', 'step'])
  const view = views.find(({ value }) => value === filters.view)?.value ?? (isNarrow ? 'list' : 'canvas')
  const [asked, setAsked] = useState<{ spot: Spot }>()
  const select = (step: string | undefined) => setFilters({ step: step ?? '' })
  const editor = useEditor(editing, faults, filters.step, select, spot => setAsked({ spot }))
  const { definition, trigger } = editing.content

  const onAdd = (type: StepType, spot: Spot) => {
    const added = addStep(definition, type, spot)
    editing.change({ trigger, definition: added.definition })
    setAsked(undefined)
    select(added.key)
  }

  const onConfig = (key: string, config: Config) => {
    const isTrigger = key === triggerKey
    editing.change(
      isTrigger ? { definition, trigger: config } : { trigger, definition: setConfig(definition, key, config) },
    )
  }
  const onRename = (key: string, name: string) => {
    editing.change({ trigger, definition: renameStep(definition, key, name) })
    setFilters({ step: name })
  }
  return (
    <div className="flex h-full min-h-[26rem] flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <Segments label="View" options={views} value={view} onChange={view => setFilters({ view })} />
        <Button tone="quiet" isSmall icon={Undo2} aria-label="Undo" disabled={!editing.undo} onClick={editing.undo} />
        <Button tone="quiet" isSmall icon={Redo2} aria-label="Redo" disabled={!editing.redo} onClick={editing.redo} />
        <FaultSign faults={faults} onSelect={editor.onSelect} />
      </div>
      {view === 'json' ? (
        <JsonView content={editing.content} onChange={editing.change} />
      ) : (
        <div className="flex min-h-0 grow">
          <div className="min-w-0 grow overflow-auto">
            {view === 'list' ? (
              <StepList editor={editor} />
            ) : (
              <Suspense fallback={<Skeleton className="m-4 h-64" />}>
                <Canvas editor={editor} />
              </Suspense>
            )}
          </div>
          <Panel editor={editor} onConfig={onConfig} onRename={onRename} isNarrow={isNarrow} />
        </div>
      )}
      {asked && <AddDialog onAdd={type => onAdd(type, asked.spot)} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

function useEditor(
  { content, change }: Editing,
  faults: readonly Placed[],
  chosen: string | undefined,
  onSelect: Editor['onSelect'],
  onAdd: Editor['onAdd'],
): Editor {
  const names = useNames()
  const { definition, trigger } = content
  const edit = (definition: Content['definition']) => change({ trigger, definition })
  const isThere = chosen === triggerKey.trim() || stepOf(definition, chosen)
  return {
    definition,
    trigger,
    names,
    faults,
    selected: isThere ? (stepOf(definition, chosen) ? chosen : triggerKey) : undefined,
    onSelect: key => onSelect(key?.trim()),
    onAdd,
    onConnect: (spot, to) => edit(connect(definition, spot, to)),
    onRemove: key => {
      edit(removeStep(definition, key))
      onSelect(undefined)
    },
  }
}

type PanelProps = {
  editor: Editor
  onConfig: (key: string, config: Config) => void
  onRename: (key: string, name: string) => void
  isNarrow: boolean
}

/** Next to the steps, or as a dialog on narrow screens. */
function Panel({ editor, onConfig, onRename, isNarrow }: PanelProps) {
  const { selected, definition, onSelect } = editor
  if (selected === undefined) return null
  const step = stepOf(definition, selected)
  const close = () => onSelect(undefined)
  const content: ReactNode = step ? (
    <StepPanel key={selected} editor={editor} step={step} onConfig={onConfig} onRename={onRename} />
  ) : (
    <TriggerPanel editor={editor} onConfig={onConfig} />
  )
  if (!isNarrow)
    return (
      <PanelFrame step={step} onClose={close}>
        {content}
      </PanelFrame>
    )
  return (
    <Dialog key={selected} title={step ? stepName(step.type) : 'Trigger'} onClose={close}>
      <div className="-m-4">{content}</div>
    </Dialog>
  )
}

/** Shows how many faults there are, with a button to the first faulty step. */
function FaultSign({ faults, onSelect }: { faults: readonly Placed[]; onSelect: Editor['onSelect'] }) {
  if (faults.length === 0) return null
  const first = faults.find(({ step }) => step !== undefined)
  const whole = faultsOf(faults, undefined).map(inFull)
  return (
    <div role="alert" className="ml-auto flex min-w-0 flex-wrap items-center gap-2 text-sm text-bad">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {whole.length > 0 && <span>{whole.join(' ')}</span>}
      {first && (
        <Button isSmall onClick={() => onSelect(first.step)}>
          {faults.length === 1 ? 'Show problem' : `Show the first of ${faults.length} problems`}
        </Button>
      )}
    </div>
  )
}
