/**
 * Logs when a destination begins to fail and when it works again. An unstable destination gets at most one line a minute, and the last
 * one is always true.
 */
import type { Logger } from 'pino'
import type { Change } from './destination-store.ts'

type ReportedChange = Change & { reply: string | null }

/** `waiting`: the change since the last line. */
type LastLine = { atMs: number; waiting: ReportedChange | undefined }

const quietMs = 60_000

export function troubleLog(log: Logger, nowMs: () => number) {
  const recent = new Map<string, LastLine>()

  function report({ name, isFailing, reply }: ReportedChange): void {
    if (isFailing) log.warn({ destination: name, reply }, 'a destination fails: its messages wait')
    else log.info({ destination: name }, 'a destination works again')
    recent.set(name, { atMs: nowMs(), waiting: undefined })
  }

  return {
    changed(change: ReportedChange): void {
      const last = recent.get(change.name)
      if (!last || nowMs() - last.atMs >= quietMs) report(change)
      // Two opposite changes cancel out. The same change twice means that another worker has logged the one between.
      else last.waiting = last.waiting && last.waiting.isFailing !== change.isFailing ? undefined : change
    },
    /** Call regularly: logs changes that have lasted. */
    catchUp(): void {
      for (const [name, { atMs, waiting }] of [...recent]) {
        if (nowMs() - atMs < quietMs) continue
        if (waiting) report(waiting)
        else recent.delete(name)
      }
    },
  }
}
