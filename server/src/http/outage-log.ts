import type { Logger } from 'pino'

const intervalMs = 5_000

/** In an outage, or under too much load, every request is refused for the same reason: one line per interval logs it, with the number of requests. */
export function outageLog(log: Logger, monotonicMs: () => number): (cause: unknown) => void {
  let lastLoggedAt = Number.NEGATIVE_INFINITY
  let requests = 0
  return cause => {
    requests++
    if (monotonicMs() - lastLoggedAt < intervalMs) return
    log.warn({ err: cause, requests }, 'requests refused with 503')
    lastLoggedAt = monotonicMs()
    requests = 0
  }
}
