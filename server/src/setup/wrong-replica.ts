import type { ReplicaState } from '#postgres/replica/position.ts'
import { settings } from './settings.ts'

const { name: setting } = settings.databaseReadUrl

/** Why DATABASE_READ_URL can never be used; undefined for a replica of our database. */
export function wrongReplica(state: ReplicaState | undefined): string | undefined {
  if (state === 'foreign')
    return `${setting} does not lead to a replica of the database of ${settings.databaseUrl.name}.`
  if (state === 'primary')
    return `${setting} leads to a server that is not a replica. It must lead to a streaming replica, or not be set.`
  return undefined
}
