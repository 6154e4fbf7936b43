/** The edits of a workflow since it was opened, on top of what the server has stored. */

import type { Content } from '../definition.ts'
import { isSameJson } from '../same-json.ts'

export type History = {
  readonly stored: Content
  readonly past: readonly Content[]
  readonly now: Content
  readonly future: readonly Content[]
}

const maxUndoSteps = 100

export const historyOf = (stored: Content): History => ({ stored, past: [], now: stored, future: [] })

export const changed = (history: History, next: Content): History => ({
  ...history,
  past: [...history.past, history.now].slice(-maxUndoSteps),
  now: next,
  future: [],
})

export function undone(history: History): History {
  const last = history.past.at(-1)
  if (!last) return history
  return { ...history, past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] }
}

export function redone(history: History): History {
  const [next, ...rest] = history.future
  return next ? { ...history, past: [...history.past, history.now], now: next, future: rest } : history
}

/** What somebody else has saved takes the place of what is shown, unless it was edited here. */
export function renewed(history: History, stored: Content): History {
  const isEdited = !isSameJson(history.now, history.stored)
  return isEdited || isSameJson(history.now, stored) ? { ...history, stored } : historyOf(stored)
}
