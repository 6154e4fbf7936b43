/** Limits concurrency. The rest waits in order. */
export class Turns {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #taken = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  async take(): Promise<void> {
    if (this.#taken < this.#limit) this.#taken++
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken--
  }
}
