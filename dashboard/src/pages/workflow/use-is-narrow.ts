import { useSyncExternalStore } from 'react'

const query = matchMedia('(width < 64rem)')

/** Whether the screen is too narrow for a panel next to the steps. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    watcher => {
      query.addEventListener('change', watcher)
      return () => query.removeEventListener('change', watcher)
    },
    () => query.matches,
  )
