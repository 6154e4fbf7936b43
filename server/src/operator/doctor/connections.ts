/** Compares the connections that all Posthorn processes may open with what PostgreSQL allows. */
import type { Db } from '#postgres/database.ts'
import type { DatabaseAddress } from '#postgres/pooling/address.ts'
import { maxOfProcess } from '#setup/connections.ts'
import { settings } from '#setup/settings.ts'
import { type Check, ok, warning } from './check.ts'
import { type ConnectionCount, countConnections } from './store.ts'

export async function checkConnections(db: Db, pooling: DatabaseAddress['pooling']): Promise<Check> {
  const count = await countConnections(db)
  if (pooling !== 'transaction') return judgeConnections(count)
  // All have the name `posthorn` there, and belong to the pooler.
  return ok('connections', `The pooler decides how many Posthorn has. PostgreSQL allows ${count.available}.`)
}

export function judgeConnections({ available, others, names }: ConnectionCount): Check {
  const processes = names.flatMap(name => maxOfProcess(name) ?? [])
  const wanted = processes.reduce((sum, max) => sum + max, 0)
  const who = `${processes.length} ${processes.length === 1 ? 'process' : 'processes'} of Posthorn may open ${wanted}`
  const told = `${who}, other programs hold ${others}, and PostgreSQL allows ${available}.`
  if (wanted + others <= available) return ok('connections', told)
  return warning(
    'connections',
    told,
    `Raise max_connections of PostgreSQL, or set ${settings.databaseConnections.name} lower: a process that gets no connection answers 503 or waits.`,
  )
}
