/**
 * The connections to one address, and the line before them. Who waits does so here and not in the pool: a request that is given
 * up there is given up on a connection, which is lost with it.
 */
import { Pool } from 'undici'
import type { Exchange } from './exchange.ts'
import type { PlainFailure } from './failure.ts'

export type EndpointOptions = {
  connect: NonNullable<Pool.Options['connect']>
  connections: number
  /** Called when the last connection has gone and nobody waits for another. */
  onUnused(): void
}

export class Endpoint {
  readonly #pool: Pool
  readonly #connections: number
  readonly #onUnused: () => void
  readonly #line = new Set<Exchange>()
  #underWay = 0

  constructor(origin: string, { connect, connections, onUnused }: EndpointOptions) {
    this.#connections = connections
    this.#pool = new Pool(origin, {
      connect,
      connections,
      pipelining: 1,
      // Over HTTP/2 all would share one connection and hang with it, and the first would have to find out whether it is spoken.
      allowH2: false,
      // What a server says about its patience is believed up to here.
      keepAliveMaxTimeout: 30_000,
    })
    this.#onUnused = onUnused
    this.#pool.on('disconnect', () => this.#tellWhenUnused())
    this.#pool.on('connectionError', () => this.#tellWhenUnused())
  }

  get isIdle(): boolean {
    return this.#underWay === 0 && this.#line.size === 0
  }

  enter(exchange: Exchange): void {
    if (this.#underWay < this.#connections) {
      this.#start(exchange)
    } else {
      this.#line.add(exchange)
      exchange.onOver = () => this.#line.delete(exchange)
    }
  }

  async destroy(reason: PlainFailure): Promise<void> {
    for (const exchange of this.#line) exchange.fail(reason)
    await this.#pool.destroy(reason)
  }

  #start(exchange: Exchange): void {
    this.#underWay++
    exchange.onOver = () => {
      if (this.#line.size === 0) this.#underWay--
      // Those whose time is up in the same moment leave the line first.
      else setImmediate(() => this.#startNext())
    }
    this.#pool.dispatch(exchange.request, exchange)
  }

  #startNext(): void {
    this.#underWay--
    const [next] = this.#line
    if (next) {
      this.#line.delete(next)
      this.#start(next)
    } else {
      this.#tellWhenUnused()
    }
  }

  #tellWhenUnused(): void {
    if (this.isIdle && this.#pool.stats.connected === 0) this.#onUnused()
  }
}
