/** Only one of the mounted toasters shows the toasts: that of the topmost dialog, because a dialog makes all outside it inert. */
import { useEffect, useId, useSyncExternalStore } from 'react'

let mounted: readonly string[] = []
const watchers = new Set<() => void>()

function set(next: readonly string[]): void {
  mounted = next
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function useIsTopToaster(): boolean {
  const id = useId()
  useEffect(() => {
    set([...mounted, id])
    return () => set(mounted.filter(one => one !== id))
  }, [id])
  return useSyncExternalStore(watch, () => mounted.at(-1)) === id
}
