/** The parent's side of prober.ts. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { node } from '../service/service.ts'
import type { Orders, Seen } from './prober.ts'

export type Watch = AsyncDisposable & {
  /** What was seen since the last call. */
  seen(): Promise<Seen>
}

export async function watch(orders: Orders): Promise<Watch> {
  const prober = fork(fileURLToPath(new URL('prober.ts', import.meta.url)), [JSON.stringify(orders)], {
    execPath: node,
  })
  const seen = async (): Promise<Seen> => {
    const answered = once(prober, 'message')
    prober.send('report')
    // `as`: it sends nothing else.
    return (await answered)[0] as Seen
  }
  await seen()
  return {
    seen,
    async [Symbol.asyncDispose]() {
      const ended = once(prober, 'exit')
      prober.disconnect()
      await ended
    },
  }
}
