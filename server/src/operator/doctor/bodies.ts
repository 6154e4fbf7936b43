/** Whether the store of POSTHORN_BODIES works and is the one of this database: writes, reads and removes an object. */
import { randomUUID } from 'node:crypto'
import { isAnythingOutside, isElsewhere } from '#resources/messages/emails/outside/place.ts'
import { elsewhere, objectStoreOf, stillOutside } from '#setup/bodies.ts'
import type { Config } from '#setup/settings.ts'
import { StoreFailed } from '#transports/object-store.ts'
import { openInstance } from '../instance/open.ts'
import { type Check, error, ok } from './check.ts'
import { oneLine } from './one-line.ts'

const name = 'bodies'

export async function checkBodies(config: Config): Promise<Check[]> {
  const store = objectStoreOf(config)
  // Another check reports a database that cannot be used.
  await using database = await openInstance(config).catch(() => null)
  if (!store && database && (await isAnythingOutside(database.db))) return [error(name, stillOutside)]
  if (!store) return [ok(name, 'They are kept in the database.')]
  const key = `posthorn/doctor-${randomUUID()}`
  try {
    await store.put(key, Buffer.from(key))
    const found = await store.get(key)
    await store.remove(key)
    if (`${found}` !== key) return [error(name, `${store.name} returns something else than was written.`, advice)]
    if (database && (await isElsewhere(database.db, store))) return [error(name, elsewhere(store.name))]
    return [ok(name, `Writing, reading and removing an object works in ${store.name}.`)]
  } catch (failure) {
    if (!(failure instanceof StoreFailed)) throw failure
    return [error(name, `${store.name} fails: ${oneLine(failure.message)}`, advice)]
  }
}

const advice =
  'For a folder, check that this account can write to it. For a bucket, check endpoint, region, bucket and keys, and that the keys may put, get and delete objects.'
