/**
 * The current sending configuration. What the dashboard saved is read again when a process announces a change, and every two seconds
 * in case the announcement was missed: no process has to be restarted.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Db } from '#postgres/database.ts'
import { isPassing } from '#postgres/outages/outage.ts'
import { readWays } from '#resources/account/sending-plan/read.ts'
import type { WaySafe } from '#resources/account/sending-plan/safe.ts'
import type { SavedWays } from '#resources/account/sending-plan/way.ts'
import type { Config } from '../settings.ts'
import { type SendingConfig, withSaved } from './with-saved.ts'

export type CurrentSending = Disposable & {
  /** The same object until something changes. */
  now(): SendingConfig
  /** Resolves when this process uses what was saved before the call. */
  refresh(): Promise<void>
  /** Called after each change. */
  onChange(listener: () => void): void
}

type Parts = { db: Db; safe: WaySafe; log: Logger; everyMs?: number }

export async function openCurrentSending(
  config: Config,
  { db, safe, log, everyMs = 2_000 }: Parts,
): Promise<CurrentSending> {
  const listeners: (() => void)[] = []
  let saved = await readWays(db, safe)
  let current = withSaved(config, saved)
  let reading: Promise<void> | undefined
  let isWantedAgain = false

  function take(found: SavedWays): void {
    if (isDeepStrictEqual(found, saved)) return
    current = withSaved(config, found)
    saved = found
    log.info(
      { email: found.email?.way?.type ?? null, sms: found.sms?.way?.type ?? null },
      'the saved sending configuration has changed',
    )
    for (const listener of listeners) listener()
  }

  /** A read in progress may have read before the change: then it reads once more. */
  function refresh(): Promise<void> {
    isWantedAgain = true
    reading ??= (async () => {
      while (isWantedAgain) {
        isWantedAgain = false
        take(await readWays(db, safe))
      }
    })().finally(() => (reading = undefined))
    return reading
  }

  /** When a read fails, the last known configuration stays in use. */
  const inTheBackground = () =>
    void refresh().catch(err => {
      if (!isPassing(err)) log.error({ err }, 'the saved sending configuration could not be read')
    })

  const timer = setInterval(inTheBackground, everyMs)
  timer.unref()
  return {
    now: () => current,
    refresh,
    onChange: listener => void listeners.push(listener),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
