import type { Logger } from 'pino'
import { openSealer } from '#core/seal.ts'
import type { Database, Db } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import { readWays } from '#resources/account/sending-plan/read.ts'
import { type WaySafe, waySafe } from '#resources/account/sending-plan/safe.ts'
import type { Config } from '../settings.ts'
import { type CurrentSending, openCurrentSending } from './current.ts'
import { type SendingConfig, withSaved } from './with-saved.ts'

/** The sending configuration of this installation. */
export async function openSendingOf(config: Config, { db }: Database, log: Logger): Promise<CurrentSending> {
  const safe = await throughOutages(() => safeOf(config, db))
  return throughOutages(() => openCurrentSending(config, { db, safe, log }))
}

/** The same, read once, for a command that ends. */
export const readSendingOf = async (config: Config, { db }: Database): Promise<SendingConfig> =>
  withSaved(config, await readWays(db, await safeOf(config, db)))

const safeOf = async ({ encryptionKey }: Config, db: Db): Promise<WaySafe> =>
  waySafe(openSealer(encryptionKey, await readInstanceSecret(db)))
