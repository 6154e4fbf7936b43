/**
 * Events from the server as they happen. One stream serves the whole page; while it is closed, `useIsLive` returns false
 * and lists poll every second or two.
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

const retryAfterMs = 15_000 // after the server refused the stream

function setOpen(open: boolean): void {
  isOpen = open
  for (const watcher of watchers) watcher()
}

function connect(): void {
  source = new EventSource(hrefOf('streamEvents'))
  source.onopen = () => setOpen(true)
  source.onerror = () => {
    setOpen(false)
    // The browser reconnects after a broken connection; a refusal closes the stream for good.
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

// A browser opens at most six connections per server, so hidden tabs give theirs up.
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

/** Calls back for each event while the component is mounted. Pass a stable function. */
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
