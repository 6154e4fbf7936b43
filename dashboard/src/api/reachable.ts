/** Whether the server answered the latest call. */
import { useSyncExternalStore } from 'react'

let hasAnswered = true
const watchers = new Set<() => void>()

export function noteAnswer(hasCome: boolean): void {
  hasAnswered = hasCome
  for (const watcher of watchers) watcher()
}

export const useIsReachable = (): boolean =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => hasAnswered,
  )
