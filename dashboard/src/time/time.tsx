import { useSyncExternalStore } from 'react'
import { classes } from '#style/classes.ts'
import { exact, relative } from './moments.ts'

let now = Date.now()
const watchers = new Set<() => void>()
setInterval(() => {
  now = Date.now()
  for (const watcher of watchers) watcher()
}, 10_000)

/** The current time, updated every ten seconds, the same for the whole page. */
const useNow = (): number =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => now,
  )

/** “4 min. ago”, with the exact time on hover. `isExact` shows the exact time instead. */
export function Time({ at, isExact }: { at: string; isExact?: boolean }) {
  const current = useNow()
  return (
    <time
      dateTime={at}
      title={isExact ? at : exact(at)}
      className={classes('tabular-nums', !isExact && 'whitespace-nowrap')}
    >
      {isExact ? exact(at) : relative(at, Math.max(current, Date.now() - 10_000))}
    </time>
  )
}
