/** The replica of DATABASE_READ_URL: its log lines, and the checks at the start. */
import { Fatal, fatal } from '#core/fatal.ts'
import type { Database, DatabaseOptions } from '#postgres/database.ts'
import type { Logger } from '#setup/log.ts'
import { type Config, settings } from '#setup/settings.ts'
import { explainUnreachable, isAway } from '#setup/unreachable-database.ts'
import { wrongReplica } from '#setup/wrong-replica.ts'
import { retryOnTimeout } from './prepare.ts'

const { name: setting } = settings.databaseReadUrl

export const replicaOptions = (
  { databaseReadUrl }: Config,
  log: Logger,
): Pick<DatabaseOptions, 'readUrl' | 'onReplica'> => ({
  readUrl: databaseReadUrl ?? undefined,
  onReplica: reason =>
    reason === undefined
      ? log.info('the read replica is used again')
      : log.warn({ err: reason }, 'the read replica cannot be used, so reads go to the primary'),
})

/** An unavailable replica may come back. A replica of another database would never be used, so it is refused. */
export async function checkReadReplica(
  { databaseReadUrl: url }: Config,
  { replica }: Database,
  log: Logger,
): Promise<void> {
  if (!replica || !url) return
  const standing = await retryOnTimeout(() => replica.examine()).catch(cause => {
    const { message, advice } = explainUnreachable({ url, setting }, cause)
    if (cause instanceof Fatal) throw cause
    if (!isAway(cause)) throw fatal(`${message} ${advice}`, cause)
    log.warn({ err: cause }, 'the read replica is unavailable, so reads go to the primary')
    return undefined
  })
  const wrong = wrongReplica(standing)
  if (wrong) throw fatal(wrong)
}
