/**
 * The endpoints that are connected: those in use, and the most recent of the others. Each has its own connections, since many
 * receivers share a host, and one that hangs must not take the connections of the others.
 */

import { Endpoint, type EndpointOptions } from './endpoint.ts'
import type { PlainFailure } from './failure.ts'

export type EndpointsOptions = Omit<EndpointOptions, 'onUnused'> & { maxEndpoints: number; evicted: PlainFailure }

export class Endpoints {
  readonly #options: EndpointsOptions
  /** In order of last use, the most recent last. */
  readonly #byName = new Map<string, Endpoint>()

  constructor(options: EndpointsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#byName.size
  }

  of({ origin, pathname, search }: URL): Endpoint {
    const name = origin + pathname + search
    const endpoint = this.#byName.get(name) ?? this.#open(name, origin)
    this.#byName.delete(name)
    this.#byName.set(name, endpoint)
    return endpoint
  }

  async destroy(reason: PlainFailure): Promise<void> {
    await Promise.all([...this.#byName.values()].map(endpoint => endpoint.destroy(reason)))
    this.#byName.clear()
  }

  #open(name: string, origin: string): Endpoint {
    if (this.#byName.size >= this.#options.maxEndpoints) this.#closeOldestIdle()
    const endpoint = new Endpoint(origin, {
      ...this.#options,
      onUnused: () => {
        if (this.#byName.get(name) === endpoint) this.#close(name, endpoint)
      },
    })
    return endpoint
  }

  #closeOldestIdle(): void {
    for (const [name, endpoint] of this.#byName) {
      if (!endpoint.isIdle) continue
      this.#close(name, endpoint)
      return
    }
  }

  #close(name: string, endpoint: Endpoint): void {
    this.#byName.delete(name)
    void endpoint.destroy(this.#options.evicted)
  }
}
