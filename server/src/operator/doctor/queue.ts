import type { Db } from '#postgres/database.ts'
import { type Check, error, ok } from './check.ts'
import { findHeartbeatAges } from './store.ts'

/** Workers send heartbeats every 10 s; other workers take over the jobs of a silent one within 45 s. */
const freshSeconds = 45

export async function checkQueue(db: Db): Promise<Check> {
  const ages = await findHeartbeatAges(db)
  const alive = ages.filter(age => age < freshSeconds)
  const [latest] = alive
  if (latest !== undefined) {
    return ok(
      'queue',
      `${alive.length} ${alive.length === 1 ? 'worker' : 'workers'}, last heartbeat ${seconds(latest)} ago.`,
    )
  }
  const last = ages[0] === undefined ? 'No worker is running' : `No worker heartbeat for ${seconds(ages[0])}`
  return error('queue', `${last}, so accepted messages wait.`, 'Start a worker with npm start or npm run worker.')
}

const seconds = (age: number): string =>
  age < 120 ? `${Math.max(0, Math.round(age))} s` : `${Math.round(age / 60)} min`
