import { useSyncExternalStore } from 'react'

const key = 'posthorn.seen'
const kept = 300 // remembered ids; older messages are no longer marked as new
let opened: ReadonlySet<string> = new Set(localStorage.getItem(key)?.split(' '))
const watchers = new Set<() => void>()

export function markOpened(id: string): void {
  if (opened.has(id)) return
  opened = new Set([...opened, id].slice(-kept))
  localStorage.setItem(key, [...opened].join(' '))
  for (const watcher of watchers) watcher()
}

/** The messages opened in this browser. */
export const useOpened = (): ReadonlySet<string> =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => opened,
  )
