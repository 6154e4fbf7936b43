import type { Workflow } from '@posthorn/contract/workflows/workflows'
import { useCallback, useState } from 'react'
import { type Content, isObject, readDefinition } from '../definition.ts'
import { isSameJson } from '../same-json.ts'
import { changed, historyOf, redone, renewed, undone } from './history.ts'

/** Undefined if only JSON can show it. */
export function contentOf(workflow: Workflow): Content | undefined {
  const definition = readDefinition(workflow.workflow_definition)
  const config = workflow.trigger_config
  if (!definition || (config !== null && config !== undefined && !isObject(config))) return undefined
  const type = workflow.trigger_type ?? undefined
  return { trigger: { ...(type !== undefined && { type }), ...config }, definition }
}

/** The request body that saves it. */
export const toBody = ({ trigger, definition }: Content) => ({
  trigger_config: trigger,
  workflow_definition: definition,
})

/** Edits with undo and redo. Undoing back to the stored content is not a change. */
export function useEditing(stored: Content) {
  const [history, setHistory] = useState(() => historyOf(stored))
  if (history.stored !== stored) setHistory(renewed(history, stored))
  const { past, now, future } = history

  const change = useCallback((next: Content) => setHistory(before => changed(before, next)), [])
  const undo = useCallback(() => setHistory(undone), [])
  const redo = useCallback(() => setHistory(redone), [])
  return {
    content: now,
    change,
    undo: past.length > 0 ? undo : undefined,
    redo: future.length > 0 ? redo : undefined,
    isDirty: !isSameJson(now, stored),
  }
}
export type Editing = ReturnType<typeof useEditing>
