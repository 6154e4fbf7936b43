/** The destinations that a dispatcher knows, for as long as they matter. */
import { adopt, type Capacity, type Destination, newDestination, type Pauses } from './destination.ts'
import type { SharedDestinations } from './shared-destinations.ts'

export type Place = Capacity & { name: string }

/** With this many, idle ones are forgotten before another is added. */
const maxKnown = 10_000

export function knownDestinations<P>(
  nowMs: () => number,
  pauses: Pauses | undefined,
  shared: Pick<SharedDestinations, 'limitOf'> | undefined,
) {
  const destinations = new Map<string, Destination<P>>()
  const transportIds = new WeakMap<object, number>()
  let lastTransportId = 0

  function idOf(transport: object): number {
    const id = transportIds.get(transport) ?? ++lastTransportId
    transportIds.set(transport, id)
    return id
  }

  function forgetIdle(): void {
    const now = nowMs()
    for (const [name, { running, queues }] of destinations) {
      const isIdle = running === 0 && queues.every(queue => queue.waiting.length === 0 && queue.pausedUntil <= now)
      if (isIdle) destinations.delete(name)
    }
  }

  return {
    all: () => destinations.values(),

    at(transport: { readonly name: string }, { name, ...capacity }: Place): Destination<P> {
      const key = name === transport.name ? name : `${transport.name} ${name}`
      // A transport that replaced one with the same name starts afresh: a wrong password may have been the only problem.
      const own = `${idOf(transport)} ${key}`
      const destination = destinations.get(own) ?? newDestination<P>(key, capacity, pauses)
      if (!destinations.has(own)) {
        if (destinations.size >= maxKnown) forgetIdle()
        destinations.set(own, destination)
      }
      destination.caps = capacity.caps
      const limit = shared?.limitOf(key)
      if (limit !== undefined && limit < destination.ceiling) adopt(destination, limit, nowMs())
      return destination
    },
  }
}
