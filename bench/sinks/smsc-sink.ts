/** The bench's handle to the SMSC that accepts every text message at once and sends a receipt for each. */
import type { ProcessOptions } from '../child-process.ts'
import { toMs } from '../shared-clock.ts'
import type { WorkerSettings } from '../worker.ts'
import { startSinkProcess } from './sink-process.ts'

/** Answered when this many receipts have been confirmed. */
export type SmscQuestion = { confirmed: number }
/** `at`: when that happened, in nanoseconds of the shared clock. */
export type SmscAnswer = { counts: SmscCounts; at: string }
/** `different`: the number of messages without duplicates. */
export type SmscCounts = { received: number; different: number; confirmed: number }

export type SmscSink = AsyncDisposable & {
  port: number
  forWorker: WorkerSettings
  counts(): Promise<SmscCounts>
  /** When this many receipts were confirmed, in milliseconds of `sharedNowMs`. */
  confirmed(count: number, withinMs: number): Promise<number>
}

/** The window: unanswered messages per bound client. */
export const smscWindow = 50
export const smscLogin = 'bench'

const file = new URL('./smsc-sink-process.ts', import.meta.url)

export async function startSmscSink(surroundings: Omit<ProcessOptions, 'env'>): Promise<SmscSink> {
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
