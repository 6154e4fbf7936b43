/** Where the database of the settings is, and what stands before it. */
import { fatal } from '#core/fatal.ts'
import type { DatabaseAddress } from '#postgres/pooling/address.ts'
import { findPooling } from '#postgres/pooling/find-pooling.ts'
import { type Config, settings } from './settings.ts'

/** `url` is one of the settings, or that of the embedded server. */
export async function findAddress(config: Config, url: string): Promise<DatabaseAddress> {
  if (!config.databaseUrl) return { url }
  const { databaseDirectUrl } = config
  return {
    url,
    pooling: await findPooling(url, settingOf(config, url)),
    ...(databaseDirectUrl !== null && url !== databaseDirectUrl && { directUrl: databaseDirectUrl }),
  }
}

/** The name of the setting that an address is from. */
export const settingOf = ({ databaseDirectUrl }: Config, url: string): string =>
  (url === databaseDirectUrl ? settings.databaseDirectUrl : settings.databaseUrl).name

/** Past the pooler where there is a way: for whatever needs one connection as long as it takes, and for what an operator asks. */
export const urlPastPooler = ({ databaseDirectUrl, databaseUrl }: Config): string | null =>
  databaseDirectUrl ?? databaseUrl

/** `what` is done on an address that must not be that of a pooler in transaction mode. */
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
