import type { Workflow } from '@posthorn/contract/workflows/workflows'
import { useCallback, useState } from 'react'
import { type Config, type Definition, isObject, readDefinition } from './definition.ts'
import { isSameJson } from './same-json.ts'

/** What is edited: what starts the workflow and what it does. */
export type Content = { trigger: Config; definition: Definition }

/** Undefined when it is written in a way that only JSON can show. */
export function contentOf(workflow: Workflow): Content | undefined {
  const definition = readDefinition(workflow.workflow_definition)
  const config = workflow.trigger_config
  if (!definition || (config !== null && config !== undefined && !isObject(config))) return undefined
  const type = workflow.trigger_type ?? undefined
  return { trigger: { ...(type !== undefined && { type }), ...config }, definition }
}

/** The body of the change that stores it. */
export const toBody = ({ trigger, definition }: Content) => ({
  trigger_config: trigger,
  workflow_definition: definition,
})

type History = { past: readonly Content[]; now: Content; future: readonly Content[] }

const maxSteps = 100 // of undo

/** Edits with undo and redo. Undoing back to what is stored is no change. */
export function useEditing(stored: Content) {
  const [history, setHistory] = useState<History>({ past: [], now: stored, future: [] })
  const { past, now, future } = history

  const change = useCallback((next: Content) => {
    setHistory(({ past, now }) => ({ past: [...past, now].slice(-maxSteps), now: next, future: [] }))
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
