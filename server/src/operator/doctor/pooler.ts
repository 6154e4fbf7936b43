/** A pooler such as PgBouncer in DATABASE_URL. The other checks go past it if there is a direct address. */
import { Fatal } from '#core/fatal.ts'
import type { DatabaseAddress } from '#postgres/pooling/address.ts'
import { findPooling } from '#postgres/pooling/find-pooling.ts'
import { type Config, settings } from '#setup/settings.ts'
import { explainUnreachable } from '#setup/unreachable-database.ts'
import { type Check, error, ok, warning } from './check.ts'

const [setting, direct] = [settings.databaseUrl.name, settings.databaseDirectUrl.name]

export type PoolerCheck = { checks: Check[]; pooling: DatabaseAddress['pooling'] }

/** `examined`: the address that the other checks use. */
export async function checkPooler({ databaseUrl: url }: Config, examined: DatabaseAddress): Promise<PoolerCheck> {
  if (!url || url === examined.url) return { checks: withoutDirect(examined), pooling: examined.pooling }
  try {
    const pooling = await findPooling(url, setting)
    const message = `${setting} leads to ${pooling === 'none' ? 'PostgreSQL itself' : `a pooler in ${pooling} mode`}.`
    return { checks: [ok('pooler', message)], pooling }
  } catch (cause) {
    // A Fatal already says what to do.
    if (cause instanceof Fatal) return { checks: [error('pooler', cause.message)], pooling: undefined }
    const { message, advice } = explainUnreachable({ url, setting }, cause)
    return { checks: [error('pooler', message, advice)], pooling: undefined }
  }
}

const withoutDirect = ({ pooling }: DatabaseAddress): Check[] =>
  pooling === 'transaction'
    ? [
        warning(
          'pooler',
          'Through a pooler in transaction mode, work starts up to half a second late, and migrate, start, backup and restore do not work.',
          `Set ${direct} to the address of PostgreSQL itself.`,
        ),
      ]
    : []
