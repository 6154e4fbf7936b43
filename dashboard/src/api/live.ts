/**
 * What happens on the server, as it happens. One stream serves the whole page; while it cannot be had, `isLive`
 * says so and lists ask again every second or two.
 */
import type { Event } from '@posthorn/contract/event-log'
import { eventNames } from '@posthorn/contract/event-names'
import { useEffect, useSyncExternalStore } from 'react'
import { hrefOf } from './call.ts'

type Listener = (event: Event) => void
const listeners = new Set<Listener>()
const watchers = new Set<() => void>()
let source: EventSource | undefined
let isOpen = false

const retryAfterMs = 15_000 // a server without the stream is not asked again more often than this

function setOpen(open: boolean): void {
  isOpen = open
  for (const watcher of watchers) watcher()
}

function connect(): void {
  source = new EventSource(hrefOf('streamEvents'))
  source.onopen = () => setOpen(true)
  source.onerror = () => {
    setOpen(false)
    // A broken line is taken up again by the browser; a refusal closes the stream for good.
    if (source?.readyState === EventSource.CLOSED) setTimeout(reconnect, retryAfterMs)
  }
  for (const name of eventNames) source.addEventListener(name, tell)
}

function disconnect(): void {
  source?.close()
  setOpen(false)
}

function reconnect(): void {
  if (source?.readyState === EventSource.CLOSED && !document.hidden) connect()
}

// A browser keeps six connections to a server; tabs that nobody looks at leave theirs to the others.
document.addEventListener('visibilitychange', () => (document.hidden ? disconnect() : reconnect()))

function tell(message: MessageEvent<string>): void {
  const event: Event = JSON.parse(message.data)
  for (const listener of listeners) listener(event)
}

function listen(listener: Listener): () => void {
  listeners.add(listener)
  if (!source) connect()
  return () => {
    listeners.delete(listener)
  }
}

/** Calls back for each event while the component is on screen. Give a function that stays the same. */
export function useEvents(listener: Listener): void {
  useEffect(() => listen(listener), [listener])
}

export const useIsLive = (): boolean =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => isOpen,
  )
