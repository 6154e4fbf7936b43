/**
 * The memory that bodies may take in this process. A body is held several times over while it is worked on: as bytes, as
 * text, as objects, as parameters of a statement. Each is charged for the bytes that have arrived, whatever length it claims,
 * until its answer has left; when there is no room its sender hears 503.
 */
import { getHeapStatistics } from 'node:v8'
import { Refusal } from '#core/refusal.ts'

const mebibyte = 1024 * 1024

/** Not charged, so that an ordinary send never waits for large ones: the number of requests at once bounds these. */
export const freeBytes = 64 * 1024

/**
 * A body of 50 MiB takes some four times its size, most of it outside the heap; a sixteenth of the heap leaves three
 * quarters of it to everything else. Never less than the largest body. No more than 160 MiB on any machine: 40 bodies of 20 MB
 * at once leave the process at some 500 to 630 MB then (790 MB with 256).
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

  /** For one body of somebody. */
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

  /** Half of it at most for one owner, so that the others have the rest; unless this is the owner's only body. */
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
  /** Refuses a body at its beginning when what it claims to be does not fit; nothing is charged for a claim. */
  expect(declared: number): void
  /** Of all that has arrived of the body so far. */
  charge(received: number): void
  release(): void
}
