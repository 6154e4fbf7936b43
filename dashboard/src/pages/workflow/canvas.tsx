/** The steps as a canvas (React Flow, which is large: load it lazily). The canvas has no state of its own; everything is in the definition. */
import '@xyflow/react/dist/base.css'
import {
  Background,
  BackgroundVariant,
  type Connection as FlowConnection,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#button/button.tsx'
import { AddEdge, EditorContext, StepNode, TriggerNode } from './canvas-parts.tsx'
import type { Editor } from './editor.ts'
import { trigger } from './faults.ts'
import { graphOf } from './graph.ts'
import { nodeSize } from './layout.ts'

const nodeTypes = { step: StepNode, trigger: TriggerNode }
const edgeTypes = { add: AddEdge }

export const Canvas = ({ editor }: { editor: Editor }) => (
  <ReactFlowProvider>
    <EditorContext value={editor}>
      <Flow editor={editor} />
    </EditorContext>
  </ReactFlowProvider>
)

function Flow({ editor }: { editor: Editor }) {
  const { definition, selected, onSelect, onConnect, onRemove } = editor
  const [line, setLine] = useState<string>()
  const { nodes, edges } = useMemo(() => graphOf(definition, selected, line), [definition, selected, line])
  const choose = (step: string | undefined, line?: string) => {
    onSelect(step)
    setLine(line)
  }
  const connect = ({ source, sourceHandle, target }: FlowConnection) => {
    if (source !== trigger && target !== trigger && sourceHandle) onConnect({ from: source, way: sourceHandle }, target)
  }
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      nodesDraggable={false}
      onNodesChange={changes => {
        for (const change of changes) if (change.type === 'select' && change.selected) choose(change.id)
      }}
      onEdgesChange={changes => {
        for (const change of changes) if (change.type === 'select' && change.selected) choose(undefined, change.id)
      }}
      onPaneClick={() => choose(undefined)}
      // React Flow would remove a step and its connections one by one; here it is a single change that can be undone.
      onBeforeDelete={async ({ nodes: [step], edges: [line] }) => {
        if (step) onRemove(step.id)
        else if (line?.sourceHandle) onConnect({ from: line.source, way: line.sourceHandle }, undefined)
        return false
      }}
      onConnect={connect}
      onReconnect={(_, now) => connect(now)}
      isValidConnection={({ source, target }) => source !== trigger && target !== trigger}
      deleteKeyCode={['Delete', 'Backspace']}
      multiSelectionKeyCode={null}
      selectionKeyCode={null}
      panOnScroll
      zoomOnDoubleClick={false}
      minZoom={0.3}
      maxZoom={1.25}
      proOptions={{ hideAttribution: true }}
      className="[--xy-background-color:var(--sunken)] [--xy-connectionline-stroke:var(--accent)] [--xy-edge-stroke-selected:var(--accent)] [--xy-edge-stroke-width:1.5] [--xy-edge-stroke:color-mix(in_oklab,var(--faint)_55%,transparent)]"
    >
      <Background variant={BackgroundVariant.Dots} gap={20} size={1} color="var(--line-strong)" />
      <View count={nodes.length} selected={selected} />
    </ReactFlow>
  )
}

/** Fits everything into view at first; later it only scrolls to a step that is selected elsewhere and out of view. */
function View({ count, selected }: { count: number; selected: string | undefined }) {
  const { zoomIn, zoomOut, fitView, getNode, getZoom, setCenter, flowToScreenPosition } = useReactFlow()
  const pane = useRef<HTMLDivElement>(null)
  const fit = () => fitView({ maxZoom: 1, padding: 0.15 })
  const isNew = count < 3
  // biome-ignore lint/correctness/useExhaustiveDependencies: not for every added step, which would move the canvas under the pointer
  useEffect(() => {
    const timer = setTimeout(fit, 0)
    return () => clearTimeout(timer)
  }, [isNew])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another step is selected
  useEffect(() => {
    const show = () => {
      const at = selected === undefined ? undefined : getNode(selected)?.position
      const room = pane.current?.closest('.react-flow')?.getBoundingClientRect()
      if (!at || !room) return
      const corner = flowToScreenPosition({ x: at.x + nodeSize.width, y: at.y + nodeSize.height })
      const start = flowToScreenPosition(at)
      const isIn = start.x >= room.left && start.y >= room.top && corner.x <= room.right && corner.y <= room.bottom
      const middle = [at.x + nodeSize.width / 2, at.y + nodeSize.height / 2] as const
      if (!isIn) setCenter(...middle, { zoom: getZoom(), duration: 200 })
    }
    // Waits until the panel has opened, because it takes width.
    const timer = setTimeout(show, 60)
    return () => clearTimeout(timer)
  }, [selected])
  return (
    <Panel position="bottom-left">
      <div ref={pane} className="flex gap-1">
        <Button isSmall icon={Plus} aria-label="Zoom in" onClick={() => zoomIn()} />
        <Button isSmall icon={Minus} aria-label="Zoom out" onClick={() => zoomOut()} />
        <Button isSmall icon={Maximize} aria-label="Show all" onClick={fit} />
      </div>
    </Panel>
  )
}
