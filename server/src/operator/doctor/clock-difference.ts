import type { Clock } from '#core/clock.ts'
import type { Db } from '#postgres/database.ts'
import { type Check, error, ok, warning } from './check.ts'
import { readDatabaseTime } from './store.ts'

export async function checkClock(db: Db, clock: Clock): Promise<Check> {
  // The first question may have to open a connection, which takes its time.
  await readDatabaseTime(db)
  const before = clock().getTime()
  const there = (await readDatabaseTime(db)).getTime()
  const after = clock().getTime()
  // Somewhere between the two the database read its clock: only what lies outside is a difference.
  return judge(there < before ? there - before : there > after ? there - after : 0)
}

/** Two seconds are what an NTP client keeps with ease; after a minute, windows of limits and schedules are plainly wrong. */
function judge(differenceMs: number): Check {
  const seconds = Math.abs(differenceMs) / 1_000
  if (seconds <= 2) return ok('clock', 'This machine and the database agree on the time.')
  const direction = differenceMs > 0 ? 'ahead of' : 'behind'
  const message = `The database's clock is ${seconds.toFixed(0)} s ${direction} this machine's.`
  return (seconds > 60 ? error : warning)('clock', message, 'Let both machines set their clocks by NTP.')
}
