/** Whether bodies can be kept where POSTHORN_BODIES says: an object is written, read and removed. */
import { randomUUID } from 'node:crypto'
import { objectStoreOf } from '#setup/bodies.ts'
import type { Config } from '#setup/settings.ts'
import { StoreFailed } from '#transports/object-store.ts'
import { type Check, error, ok } from './check.ts'
import { oneLine } from './one-line.ts'

const name = 'bodies'

export async function checkBodies(config: Config): Promise<Check[]> {
  const store = objectStoreOf(config)
  if (!store) return [ok(name, 'Kept in the database.')]
  const key = `posthorn/doctor-${randomUUID()}`
  try {
    await store.put(key, Buffer.from(key))
    const found = await store.get(key)
    await store.remove(key)
    if (`${found}` !== key) return [error(name, `${store.name} does not give back what was put there.`, advice)]
    return [ok(name, `${store.name} takes, gives and removes an object.`)]
  } catch (failure) {
    if (!(failure instanceof StoreFailed)) throw failure
    return [error(name, `${store.name} fails: ${oneLine(failure.message)}`, advice)]
  }
}

const advice =
  'Can this account write to the folder? Are endpoint, region, bucket and keys right, and may they put, get and delete objects?'
