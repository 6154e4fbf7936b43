import type { Clock } from '#core/clock.ts'
import type { Db } from '#postgres/database.ts'
import { type Check, error, ok, warning } from './check.ts'
import { readDatabaseTime } from './store.ts'

export async function checkClock(db: Db, clock: Clock): Promise<Check> {
  // The first query may have to open a connection, which takes time.
  await readDatabaseTime(db)
  const before = clock().getTime()
  const there = (await readDatabaseTime(db)).getTime()
  const after = clock().getTime()
  // The database read its clock between these two times; only a value outside of them is a difference.
  return judge(there < before ? there - before : there > after ? there - after : 0)
}

/** NTP easily keeps clocks within two seconds; from a minute on, rate limits and schedules are clearly wrong. */
function judge(differenceMs: number): Check {
  const seconds = Math.abs(differenceMs) / 1_000
  if (seconds <= 2) return ok('clock', 'This machine and the database agree on the time.')
  const direction = differenceMs > 0 ? 'ahead of' : 'behind'
  const message = `The database's clock is ${seconds.toFixed(0)} s ${direction} this machine's.`
  return (seconds > 60 ? error : warning)('clock', message, 'Synchronize the clocks of both machines with NTP.')
}
