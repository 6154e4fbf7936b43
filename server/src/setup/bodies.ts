/** Where bodies and attachments are kept: in the database, or where POSTHORN_BODIES says. */
import { systemClock } from '#core/clock.ts'
import { fatal } from '#core/fatal.ts'
import { Refusal } from '#core/refusal.ts'
import type { Db } from '#postgres/database.ts'
import type { FetchContent } from '#resources/messages/emails/body/outside-content.ts'
import { contentFetcher, nothingOutside } from '#resources/messages/emails/outside/fetch.ts'
import { type KeepOutside, keepInside, keepOutside } from '#resources/messages/emails/outside/keep.ts'
import { isAnythingOutside, isOurStore } from '#resources/messages/emails/outside/place.ts'
import { loggedStore } from '#resources/messages/emails/outside/watched.ts'
import type { ObjectStore } from '#transports/object-store.ts'
import { openObjectStore } from '#transports/objects/open.ts'
import type { Logger } from './log.ts'
import type { Config } from './settings.ts'

export type Bodies = { keep: KeepOutside; fetch: FetchContent; objects: ObjectStore | null }

/** Null where everything is kept in the database. */
export function objectStoreOf({ bodies, bodiesAccessKey, bodiesSecretKey }: Config): ObjectStore | null {
  if (bodies.kind === 'postgres') return null
  return openObjectStore(bodies, { accessKey: bodiesAccessKey ?? '', secretKey: bodiesSecretKey ?? '' })
}

/** Refuses a store that does not belong to this database. A store that does not answer may come back, so it is accepted. */
export async function openBodies(config: Config, db: Db, log: Logger): Promise<Bodies> {
  const { bodies } = config
  const store = objectStoreOf(config)
  if (!store || bodies.kind === 'postgres') {
    if (await isAnythingOutside(db)) throw fatal(stillOutside)
    return { keep: keepInside, fetch: nothingOutside, objects: null }
  }
  const objects = loggedStore(store, log)
  const isOurs = await isOurStore(db, objects, systemClock()).catch(cause => {
    if (!(cause instanceof Refusal)) throw cause
    if (bodies.kind === 'file')
      throw fatal(`POSTHORN_BODIES: the folder ${bodies.folder} cannot be used: ${messageOf(cause.cause)}.`, cause)
    return true
  })
  if (!isOurs) throw fatal(elsewhere(objects.name))
  const keep = keepOutside({ db, objects, clock: systemClock, over: bodies.over })
  return { keep, fetch: contentFetcher(objects), objects }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const stillOutside =
  'POSTHORN_BODIES is not set, but bodies of this database are kept outside of it. Set it as it was. To stop using it, add ?over=999999999, so that nothing more is written there, and remove the setting when the last body there has been deleted.'

export const elsewhere = (name: string) =>
  `POSTHORN_BODIES: ${name} does not hold the bodies of this database. It must be the same place for every process: a folder that all machines share, or the same bucket and prefix.`
