import { Failure, sentenceOf } from '#api/failure.ts'
import { withoutDirections } from '#style/directions.ts'

export type Toast = { id: number; text: string; tone: 'good' | 'bad' }

let toasts: readonly Toast[] = []
let lastId = 0
const watchers = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const watcher of watchers) watcher()
}

function add(text: string, tone: Toast['tone'], lifeMs: number): void {
  const id = ++lastId
  set([...toasts.slice(-2), { id, text: withoutDirections(text), tone }])
  setTimeout(() => dismiss(id), lifeMs)
}

export const dismiss = (id: number): void => set(toasts.filter(one => one.id !== id))

/** Briefly confirms that something is done. */
export const toast = (text: string): void => add(text, 'good', 4_000)

export const toastError = (error: unknown): void =>
  add(error instanceof Failure ? sentenceOf(error) : 'Something went wrong. Try again.', 'bad', 8_000)

export const watchToasts = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
export const currentToasts = () => toasts
