/** The address of the database in the settings, and whether a pooler is in front of it. */
import { fatal } from '#core/fatal.ts'
import type { DatabaseAddress } from '#postgres/pooling/address.ts'
import { findPooling } from '#postgres/pooling/find-pooling.ts'
import { type Config, settings } from './settings.ts'

/** `url` is from the settings, or the one of the embedded server. */
export async function findAddress(config: Config, url: string): Promise<DatabaseAddress> {
  if (!config.databaseUrl) return { url }
  const { databaseDirectUrl } = config
  return {
    url,
    pooling: await findPooling(url, settingOf(config, url)),
    ...(databaseDirectUrl !== null && url !== databaseDirectUrl && { directUrl: databaseDirectUrl }),
  }
}

/** The name of the setting that holds this URL. */
export const settingOf = ({ databaseDirectUrl }: Config, url: string): string =>
  (url === databaseDirectUrl ? settings.databaseDirectUrl : settings.databaseUrl).name

/** Bypasses the pooler when a direct address is set: for work that needs one connection for its whole duration, and for operator commands. */
export const urlPastPooler = ({ databaseDirectUrl, databaseUrl }: Config): string | null =>
  databaseDirectUrl ?? databaseUrl

/** `what` names the work that a pooler in transaction mode does not allow. */
export function refuseTransactionMode(config: Config, { url, pooling }: DatabaseAddress, what: string): void {
  if (pooling !== 'transaction') return
  const setting = settingOf(config, url)
  const direct = settings.databaseDirectUrl.name
  throw fatal(
    setting === direct
      ? `${direct} leads to a pooler in transaction mode. It must lead to PostgreSQL itself.`
      : `${setting} leads to a pooler in transaction mode, through which ${what} cannot work. Set ${direct} to the address of PostgreSQL itself.`,
  )
}
