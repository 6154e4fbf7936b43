import { useSyncExternalStore } from 'react'

const key = 'posthorn.seen'
const kept = 300 // remembered ids; older messages are no longer marked as new
let seen: ReadonlySet<string> = new Set(localStorage.getItem(key)?.split(' '))
const watchers = new Set<() => void>()

export function markSeen(id: string): void {
  if (seen.has(id)) return
  seen = new Set([...seen, id].slice(-kept))
  localStorage.setItem(key, [...seen].join(' '))
  for (const watcher of watchers) watcher()
}

/** The messages opened in this browser. */
export const useSeen = (): ReadonlySet<string> =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => seen,
  )
