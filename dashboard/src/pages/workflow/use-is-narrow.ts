import { useSyncExternalStore } from 'react'

const query = matchMedia('(width < 64rem)')

/** Whether there is no room for a panel beside the steps. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    watcher => {
      query.addEventListener('change', watcher)
      return () => query.removeEventListener('change', watcher)
    },
    () => query.matches,
  )
