/**
 * Limits the memory for request bodies in this process. While a request is processed, its body is held several times: as
 * bytes, as text, as objects, as statement parameters. A body is charged for the bytes that have arrived, whatever size it
 * declares, until its answer has been sent. A body that does not fit gets a 503.
 */
import { getHeapStatistics } from 'node:v8'
import { Refusal } from '#core/refusal.ts'

const mebibyte = 1024 * 1024

/** Not charged, so that ordinary requests never compete with large ones. The limit on concurrent requests bounds them. */
export const freeBytes = 64 * 1024

/**
 * A body of 50 MiB takes about four times its size, most of it outside the heap; a sixteenth of the heap leaves three
 * quarters of it to everything else. At least the largest body, and at most 160 MiB on any machine: 40 concurrent bodies of
 * 20 MB then bring the process to 500 to 630 MB (790 MB with 256 MiB).
 */
const totalBytes = (heapLimit: number): number => Math.min(Math.max(heapLimit / 16, 64 * mebibyte), 160 * mebibyte)

export class BodyBudget {
  readonly #total: number
  readonly #heldBy = new Map<string, number>()
  #held = 0

  constructor(total = totalBytes(getHeapStatistics().heap_size_limit)) {
    this.#total = total
  }

  get held(): number {
    return this.#held
  }

  /** Opens a lease for one body of this owner. */
  open(owner: string): BodyLease {
    let own = 0
    return {
      expect: declared => this.#refuseWithoutRoom(owner, own, declared - freeBytes),
      charge: received => {
        const more = Math.max(0, received - freeBytes) - own
        if (more <= 0) return
        this.#refuseWithoutRoom(owner, own, more)
        this.#add(owner, more)
        own += more
      },
      release: () => {
        this.#add(owner, -own)
        own = 0
      },
    }
  }

  /** One owner gets at most half of the budget, unless this is the owner's only body. */
  #refuseWithoutRoom(owner: string, own: number, more: number): void {
    const held = this.#heldBy.get(owner) ?? 0
    const hasRoom = this.#held + more <= this.#total && (held === own || held + more <= this.#total / 2)
    if (!hasRoom) {
      throw new Refusal('service_unavailable', { message: 'Too many large requests at once. Try again shortly.' })
    }
  }

  #add(owner: string, bytes: number): void {
    this.#held += bytes
    const held = (this.#heldBy.get(owner) ?? 0) + bytes
    if (held > 0) this.#heldBy.set(owner, held)
    else this.#heldBy.delete(owner)
  }
}

export type BodyLease = {
  /** Refuses a body whose declared size does not fit. A declared size is not charged. */
  expect(declared: number): void
  /** `received`: the bytes that have arrived so far. */
  charge(received: number): void
  release(): void
}
