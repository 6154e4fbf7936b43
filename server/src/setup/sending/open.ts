import type { Logger } from 'pino'
import { openSealer } from '#core/seal.ts'
import type { Database } from '#postgres/database.ts'
import { readInstanceSecret } from '#postgres/instance.ts'
import { throughOutages } from '#postgres/outages/through-outages.ts'
import { waySafe } from '#resources/account/sending-plan/safe.ts'
import type { Config } from '../settings.ts'
import { type CurrentSending, openCurrentSending } from './current.ts'

/** How the messages of this installation leave. */
export async function openSendingOf(config: Config, { db }: Database, log: Logger): Promise<CurrentSending> {
  const secret = await throughOutages(() => readInstanceSecret(db))
  return throughOutages(() =>
    openCurrentSending(config, { db, safe: waySafe(openSealer(config.encryptionKey, secret)), log }),
  )
}
