import type { Logger } from 'pino'
import { Refusal } from '#core/refusal.ts'
import { type ObjectStore, StoreFailed } from '#transports/object-store.ts'

/** Requests that need a failing store are told to try again. The log says once that it fails, and once that it works again. */
export function loggedStore(objects: ObjectStore, log: Logger): ObjectStore {
  let isWell = true

  function note(well: boolean, err?: unknown): void {
    if (well === isWell) return
    isWell = well
    if (well) log.info({ store: objects.name }, 'the store of bodies works again')
    else log.warn({ err, store: objects.name }, 'the store of bodies fails: emails that need it are refused, or wait')
  }

  async function watch<T>(asked: Promise<T>): Promise<T> {
    try {
      const answer = await asked
      note(true)
      return answer
    } catch (cause) {
      if (!(cause instanceof StoreFailed)) throw cause
      note(false, cause)
      throw new Refusal('service_unavailable', { message: 'The store of bodies does not answer. Try again.', cause })
    }
  }

  return {
    name: objects.name,
    put: (key, bytes) => watch(objects.put(key, bytes)),
    get: key => watch(objects.get(key)),
    remove: key => watch(objects.remove(key)),
  }
}
