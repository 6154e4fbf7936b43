/**
 * The connections to one endpoint, and the queue for them. Exchanges wait here and not in the pool, because aborting a request
 * there costs its connection.
 */
import { Pool } from 'undici'
import type { Exchange } from './exchange.ts'
import type { PlainFailure } from './failure.ts'

export type EndpointOptions = {
  connect: NonNullable<Pool.Options['connect']>
  connections: number
  /** Called when the last connection has closed and no exchange is waiting. */
  onUnused(): void
}

export class Endpoint {
  readonly #pool: Pool
  readonly #connections: number
  readonly #onUnused: () => void
  readonly #queue = new Set<Exchange>()
  #running = 0

  constructor(origin: string, { connect, connections, onUnused }: EndpointOptions) {
    this.#connections = connections
    this.#pool = new Pool(origin, {
      connect,
      connections,
      pipelining: 1,
      // Over HTTP/2 all requests would share one connection and hang with it, and the first would have to negotiate it.
      allowH2: false,
      // The server's Keep-Alive timeout is used up to this limit.
      keepAliveMaxTimeout: 30_000,
    })
    this.#onUnused = onUnused
    this.#pool.on('disconnect', () => this.#notifyWhenUnused())
    this.#pool.on('connectionError', () => this.#notifyWhenUnused())
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#queue.size === 0
  }

  enter(exchange: Exchange): void {
    if (this.#running < this.#connections) {
      this.#start(exchange)
    } else {
      this.#queue.add(exchange)
      exchange.onOver = () => this.#queue.delete(exchange)
    }
  }

  async destroy(reason: PlainFailure): Promise<void> {
    for (const exchange of this.#queue) exchange.fail(reason)
    await this.#pool.destroy(reason)
  }

  #start(exchange: Exchange): void {
    this.#running++
    exchange.onOver = () => {
      if (this.#queue.size === 0) this.#running--
      // Exchanges with the same deadline leave the queue first.
      else setImmediate(() => this.#startNext())
    }
    this.#pool.dispatch(exchange.request, exchange)
  }

  #startNext(): void {
    this.#running--
    const [next] = this.#queue
    if (next) {
      this.#queue.delete(next)
      this.#start(next)
    } else {
      this.#notifyWhenUnused()
    }
  }

  #notifyWhenUnused(): void {
    if (this.isIdle && this.#pool.stats.connected === 0) this.#onUnused()
  }
}
