/** The parts of the canvas. Nodes carry only their keys; the parts get their data from the context. */
import {
  BaseEdge,
  EdgeLabelRenderer,
  type EdgeProps,
  getSmoothStepPath,
  Handle,
  type NodeProps,
  Position,
} from '@xyflow/react'
import { X } from 'lucide-react'
import { createContext, use } from 'react'
import { AddButton } from './add-button.tsx'
import { startsOf, stepOf, targetOf, waysOf } from './definition.ts'
import type { Editor } from './editor.ts'
import { trigger } from './faults.ts'
import { gapAbove } from './layout.ts'
import { StepCard, TriggerCard } from './step-card.tsx'
import { wayName } from './words.ts'

export const EditorContext = createContext<Editor | undefined>(undefined)

const dot = 'size-3! rounded-full! border-2! border-raised! bg-faint! hover:bg-accent!'

export function StepNode({ id }: NodeProps) {
  const editor = use(EditorContext)
  const step = editor && stepOf(editor.definition, id)
  if (!editor || !step) return null
  const ways = waysOf(step.type)
  return (
    <>
      <Handle type="target" position={Position.Top} className={dot} />
      <StepCard editor={editor} step={step} className="h-16 cursor-pointer" />
      {ways.map((way, at) => {
        const left = `${((at + 1) / (ways.length + 1)) * 100}%`
        return (
          <div key={way}>
            <Handle id={way} type="source" position={Position.Bottom} style={{ left }} className={dot} />
            <div className="absolute top-full mt-2 flex -translate-x-1/2 flex-col items-center gap-1" style={{ left }}>
              {ways.length > 1 && (
                <span className="rounded bg-sunken px-1 text-xs whitespace-nowrap text-soft">{wayName(way)}</span>
              )}
              {targetOf(editor.definition, id, way) === undefined && (
                <AddButton
                  isRound
                  label={`Add a step after ${id}, ${wayName(way)}`}
                  onClick={() => editor.onAdd({ from: id, way })}
                />
              )}
            </div>
          </div>
        )
      })}
    </>
  )
}

export function TriggerNode() {
  const editor = use(EditorContext)
  if (!editor) return null
  return (
    <>
      <TriggerCard editor={editor} className="h-16 cursor-pointer" />
      <Handle
        id="default"
        type="source"
        position={Position.Bottom}
        isConnectable={false}
        className="size-2! rounded-full! border-0! bg-line-strong!"
      />
      {startsOf(editor.definition).length === 0 && (
        <div className="absolute top-full left-1/2 mt-2 -translate-x-1/2">
          <AddButton isRound label="Add the first step" onClick={() => editor.onAdd(undefined)} />
        </div>
      )}
    </>
  )
}

/** A connection with a plus button. */
export function AddEdge(edge: EdgeProps) {
  const editor = use(EditorContext)
  const isDown = edge.targetY > edge.sourceY
  const [path, x, y] = getSmoothStepPath({
    ...edge,
    borderRadius: 12,
    ...(isDown && { centerY: gapAbove(edge.targetY) }),
  })
  const spot = edge.source === trigger ? undefined : { from: edge.source, way: edge.sourceHandleId ?? 'default' }
  return (
    <>
      <BaseEdge id={edge.id} path={path} />
      <EdgeLabelRenderer>
        <div
          className="pointer-events-auto absolute flex gap-1"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          <AddButton
            isRound
            label={spot ? `Add a step between ${edge.source} and ${edge.target}` : 'Add a step at the beginning'}
            onClick={() => editor?.onAdd(spot)}
          />
          {edge.selected && spot && (
            <button
              type="button"
              aria-label={`Remove connection from ${edge.source} to ${edge.target}`}
              title="Remove connection"
              onClick={() => editor?.onConnect(spot, undefined)}
              className="nodrag nopan grid size-6 place-items-center rounded-full border border-line-strong bg-raised text-bad shadow-low hover:border-bad"
            >
              <X aria-hidden className="size-4" />
            </button>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  )
}
