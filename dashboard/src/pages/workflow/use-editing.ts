import type { Workflow } from '@posthorn/contract/workflows/workflows'
import { useCallback, useState } from 'react'
import { type Config, type Definition, isObject, readDefinition } from './definition.ts'
import { isSameJson } from './same-json.ts'

/** The edited content: the trigger and the definition. */
export type Content = { trigger: Config; definition: Definition }

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

type History = { past: readonly Content[]; now: Content; future: readonly Content[] }

const maxUndoSteps = 100

/** Edits with undo and redo. Undoing back to the stored content is not a change. */
export function useEditing(stored: Content) {
  const [history, setHistory] = useState<History>({ past: [], now: stored, future: [] })
  const { past, now, future } = history

  const change = useCallback((next: Content) => {
    setHistory(({ past, now }) => ({ past: [...past, now].slice(-maxUndoSteps), now: next, future: [] }))
  }, [])
  const undo = useCallback(() => {
    setHistory(history => {
      const last = history.past.at(-1)
      if (!last) return history
      return { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] }
    })
  }, [])
  const redo = useCallback(() => {
    setHistory(history => {
      const [next, ...rest] = history.future
      return next ? { past: [...history.past, history.now], now: next, future: rest } : history
    })
  }, [])
  return {
    content: now,
    change,
    undo: past.length > 0 ? undo : undefined,
    redo: future.length > 0 ? redo : undefined,
    isDirty: !isSameJson(now, stored),
  }
}
export type Editing = ReturnType<typeof useEditing>
