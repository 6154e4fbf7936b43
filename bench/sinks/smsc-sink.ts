/** The SMSC that takes every text message, as the bench sees it. It answers at once, and a receipt follows each. */
import type { Surroundings } from '../child-process.ts'
import { toMs } from '../shared-clock.ts'
import type { WorkerSettings } from '../worker.ts'
import { startSinkProcess } from './sink-process.ts'

/** Answered when so many receipts have been confirmed. */
export type SmscQuestion = { confirmed: number }
/** `at` is when that was seen, in nanoseconds of the shared clock. */
export type SmscAnswer = { counts: SmscCounts; at: string }
/** `different` is how many were left if each that came more than once had come once. */
export type SmscCounts = { received: number; different: number; confirmed: number }

export type SmscSink = AsyncDisposable & {
  port: number
  forWorker: WorkerSettings
  counts(): Promise<SmscCounts>
  /** When so many receipts had been confirmed, in milliseconds of `sharedNowMs`. */
  confirmed(count: number, withinMs: number): Promise<number>
}

/** Messages without an answer at once, for whoever is bound to it. */
export const smscWindow = 50
export const smscLogin = 'bench'

const file = new URL('./smsc-sink-process.ts', import.meta.url)

export async function startSmscSink(surroundings: Omit<Surroundings, 'env'>): Promise<SmscSink> {
  const process = await startSinkProcess<SmscQuestion, SmscAnswer>(file, 'The SMSC', surroundings)
  const { port, ask } = process
  return {
    port,
    forWorker: { POSTHORN_SMPP_URL: `smpp://${smscLogin}:${smscLogin}@127.0.0.1:${port}?window=${smscWindow}` },
    counts: async () => (await ask({ confirmed: 0 })).counts,
    confirmed: async (confirmed, withinMs) => toMs(BigInt((await ask({ confirmed }, withinMs)).at)),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  }
}
