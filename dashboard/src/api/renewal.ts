import type { Event } from '@posthorn/contract/event-log'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useEvents, useIsLive } from './live.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { OperationId } from './operation-types.ts'
import { renew } from './queries.ts'

const throttleMs = 400 // a burst of events refetches a list at most this often
type Kind = 'broadcast' | 'email' | 'sms' | 'contact' | 'suppression' | 'workflow' | 'webhook'

/**
 * Keeps queries fresh: refetches them when an event of these kinds arrives, and every `pollMs` while there is no stream. `whileLiveMs`
 * polls beside the stream too, for changes that have no event.
 * Example: `useRenewal(['email'], ['listEmails'])`.
 */
export function useRenewal(kinds: Kind[], ids: OperationId[], pollMs = 2_000, whileLiveMs?: number): void {
  const latest = useRef({ kinds, ids })
  latest.current = { kinds, ids }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isLive = useIsLive()

  // One at a time, because a new read cancels the one before: with slow answers and frequent events none would ever be shown.
  const renewAll = useMemo(() => {
    const read = oneAtATime(() => renew(...latest.current.ids))
    return () => {
      if (document.visibilityState === 'visible') read()
    }
  }, [])
  const onEvent = useCallback(
    ({ type }: Event) => {
      if (timer.current || !latest.current.kinds.some(kind => type.startsWith(kind + '.'))) return
      renewAll()
      timer.current = setTimeout(() => {
        timer.current = undefined
        renewAll()
      }, throttleMs)
    },
    [renewAll],
  )
  useEvents(onEvent)

  const wasLive = useRef(false)
  useEffect(() => {
    if (!isLive) return
    // The stream does not tell what happened while it was closed, as it is while the tab is hidden.
    if (wasLive.current) renewAll()
    wasLive.current = true
  }, [isLive, renewAll])
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const everyMs = isLive ? whileLiveMs : pollMs
    if (everyMs === undefined) return
    const interval = setInterval(renewAll, everyMs)
    return () => clearInterval(interval)
  }, [isLive, pollMs, whileLiveMs, renewAll])
}
