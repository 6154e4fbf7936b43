/**
 * A line when a destination begins to fail, and one when it is well again. One that comes and goes has at most one line a minute, and the
 * last of them is always true.
 */
import type { Logger } from 'pino'
import type { Change } from './destination-store.ts'

type News = Change & { reply: string | null }

/** `waiting`: what has changed since its last line. */
type Told = { atMs: number; waiting: News | undefined }

const quietMs = 60_000

export function troubleLog(log: Logger, nowMs: () => number) {
  const lately = new Map<string, Told>()

  function tell({ name, isFailing, reply }: News): void {
    if (isFailing) log.warn({ destination: name, reply }, 'a destination fails: what is for it waits')
    else log.info({ destination: name }, 'a destination is well again')
    lately.set(name, { atMs: nowMs(), waiting: undefined })
  }

  return {
    changed(news: News): void {
      const told = lately.get(news.name)
      if (!told || nowMs() - told.atMs >= quietMs) tell(news)
      // Two changes are none. The same one twice means that another worker has told the one between.
      else told.waiting = told.waiting && told.waiting.isFailing !== news.isFailing ? undefined : news
    },
    /** To be called now and then: tells what has changed and stayed so. */
    catchUp(): void {
      for (const [name, { atMs, waiting }] of [...lately]) {
        if (nowMs() - atMs < quietMs) continue
        if (waiting) tell(waiting)
        else lately.delete(name)
      }
    },
  }
}
