/** The replica of DATABASE_READ_URL: what is told of it, and which are refused at the start. */
import { Fatal, fatal } from '#core/fatal.ts'
import type { Database, DatabaseOptions } from '#postgres/database.ts'
import { isOutage } from '#postgres/outages/outage.ts'
import type { Logger } from '#setup/log.ts'
import { type Config, settings } from '#setup/settings.ts'
import { explainUnreachable } from '#setup/unreachable-database.ts'
import { patiently } from './prepare.ts'

const { name: setting } = settings.databaseReadUrl

export const replicaOptions = (
  { databaseReadUrl }: Config,
  log: Logger,
): Pick<DatabaseOptions, 'readUrl' | 'onReplica'> => ({
  readUrl: databaseReadUrl ?? undefined,
  onReplica: reason =>
    reason === undefined
      ? log.info('the read replica is used again')
      : log.warn({ err: reason }, 'the read replica cannot be used, the primary answers for it'),
})

/** One that is away may come back; one that is none of this database would never be read from. */
export async function checkReadReplica(
  { databaseReadUrl: url }: Config,
  { replica }: Database,
  log: Logger,
): Promise<void> {
  if (!replica || !url) return
  const standing = await patiently(() => replica.examine()).catch(cause => {
    const { message, advice } = explainUnreachable({ url, setting }, cause)
    if (cause instanceof Fatal) throw cause
    if (!isOutage(cause)) throw fatal(`${message} ${advice}`, cause)
    log.warn({ err: cause }, 'the read replica is away, the primary answers for it')
    return undefined
  })
  const normal = settings.databaseUrl.name
  if (standing === 'foreign') throw fatal(`${setting} leads to no replica of the database of ${normal}.`)
  if (standing === 'primary')
    throw fatal(
      `${setting} leads to a server that follows no other. It must lead to a streaming replica, or not be set.`,
    )
}
