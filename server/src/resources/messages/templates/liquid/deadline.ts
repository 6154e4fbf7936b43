/**
 * The CPU time of a template, shared by all of its parts. The wall clock only decides when to look at the CPU time of this
 * thread: a machine that is busy with something else must not make a good template fail.
 */
export class Deadline {
  readonly #startMs = workedMs()
  readonly #limitMs: number
  #lookAgainAt: number

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#lookAgainAt = performance.now() + limitMs
  }

  /** Called by the library with the time of `performance.now()`. */
  check(now: number): void {
    if (now <= this.#lookAgainAt) return
    const leftMs = this.#limitMs - (workedMs() - this.#startMs)
    if (leftMs <= 0) throw new Error(tooSlow)
    this.#lookAgainAt = now + leftMs
  }

  use(): void {}
}

export const tooSlow = 'takes longer than 50 ms to fill in; make the template simpler'

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
