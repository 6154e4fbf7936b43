import type { Logger } from 'pino'

const everyMs = 5_000

/** In an outage every request is turned away for the same reason: a line now and then says so, with their number. */
export function outageLog(log: Logger, monotonicMs: () => number): (cause: unknown) => void {
  let told = Number.NEGATIVE_INFINITY
  let requests = 0
  return cause => {
    requests++
    if (monotonicMs() - told < everyMs) return
    log.warn({ err: cause, requests }, 'requests turned away')
    told = monotonicMs()
    requests = 0
  }
}
