/** The replica of DATABASE_READ_URL: the wrong server ends the start, and one that is away or behind leaves its work to the primary. */
import { Fatal } from '#core/fatal.ts'
import { openDatabase } from '#postgres/database.ts'
import type { DatabaseAddress } from '#postgres/pooling/address.ts'
import { type Config, settings } from '#setup/settings.ts'
import { explainUnreachable, isAway } from '#setup/unreachable-database.ts'
import { wrongReplica } from '#setup/wrong-replica.ts'
import { type Check, error, ok, warning } from './check.ts'

const name = 'read_replica'
const { name: setting } = settings.databaseReadUrl

/** Empty if none is set. */
export async function checkReadReplica({ databaseReadUrl: url }: Config, address: DatabaseAddress): Promise<Check[]> {
  if (!url) return []
  await using database = openDatabase({ ...address, readUrl: url, connections: 1 })
  const { replica } = database
  if (!replica) return []
  try {
    const wrong = wrongReplica(await replica.examine())
    if (wrong) return [error(name, `${wrong} No process of Posthorn starts with it.`)]
    // Waits for the replica as every read does.
    if (await replica.read('select', [])) return [ok(name, 'It answers, and has everything that the primary has.')]
    const advice = 'Look at pg_stat_replication on the primary, and at the load and the disk of the replica.'
    return [warning(name, 'It is more than 100 ms behind the primary, so reads go to the primary.', advice)]
  } catch (cause) {
    if (cause instanceof Fatal) return [error(name, cause.message)]
    const { message, advice } = explainUnreachable({ url, setting }, cause)
    if (!isAway(cause)) return [error(name, message, advice)]
    return [warning(name, `${message} Until it is back, reads go to the primary.`, advice)]
  }
}
