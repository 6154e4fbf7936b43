/**
 * An open resource that can be replaced while it is in use. Work that already has the old one may still start on it for a grace period;
 * then it is closed, and closing waits for attempts on the wire.
 */
import type { Logger } from 'pino'

export type Replaceable<T> = AsyncDisposable & { current(): T; replace(next: T): void }

/** Twice as long as a message waits in line before it is released and prepared again (sending-channel.ts). */
const defaultGraceMs = 10_000

export function replaceable<T extends AsyncDisposable>(
  first: T,
  log: Logger,
  graceMs = defaultGraceMs,
): Replaceable<T> {
  const old = new Set<T>()
  const closing = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let current = first

  function close(one: T): void {
    old.delete(one)
    const closed = Promise.resolve(one[Symbol.asyncDispose]())
      .catch(err => log.error({ err }, 'a replaced transport or carrier could not be closed'))
      .finally(() => closing.delete(closed))
    closing.add(closed)
  }

  return {
    current: () => current,
    replace(next) {
      const before = current
      current = next
      old.add(before)
      const timer = setTimeout(() => {
        timers.delete(timer)
        close(before)
      }, graceMs)
      timers.add(timer)
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer)
      for (const one of [...old, current]) close(one)
      await Promise.all(closing)
    },
  }
}
