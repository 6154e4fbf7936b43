/** Which origins we are connected to: those in use, and of the others the latest. */
import type { PlainFailure } from './failure.ts'
import { Origin, type OriginOptions } from './origin.ts'

export type OriginsOptions = Omit<OriginOptions, 'onUnused'> & { maxOrigins: number; evicted: PlainFailure }

export class Origins {
  readonly #options: OriginsOptions
  /** The one that was used last is the last. */
  readonly #byName = new Map<string, Origin>()

  constructor(options: OriginsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#byName.size
  }

  of(name: string): Origin {
    const origin = this.#byName.get(name) ?? this.#open(name)
    this.#byName.delete(name)
    this.#byName.set(name, origin)
    return origin
  }

  async destroy(reason: PlainFailure): Promise<void> {
    await Promise.all([...this.#byName.values()].map(origin => origin.destroy(reason)))
    this.#byName.clear()
  }

  #open(name: string): Origin {
    if (this.#byName.size >= this.#options.maxOrigins) this.#closeOldestIdle()
    const origin = new Origin(name, {
      ...this.#options,
      onUnused: () => {
        if (this.#byName.get(name) === origin) this.#close(name, origin)
      },
    })
    return origin
  }

  #closeOldestIdle(): void {
    for (const [name, origin] of this.#byName) {
      if (!origin.isIdle) continue
      this.#close(name, origin)
      return
    }
  }

  #close(name: string, origin: Origin): void {
    this.#byName.delete(name)
    void origin.destroy(this.#options.evicted)
  }
}
