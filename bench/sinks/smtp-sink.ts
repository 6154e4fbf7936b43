/** The bench's handle to the process that accepts every email. */
import type { ProcessOptions } from '../child-process.ts'
import { toMs } from '../shared-clock.ts'
import type { WorkerSettings } from '../worker.ts'
import { startSinkProcess } from './sink-process.ts'

export type SinkQuestion = { count: number }
/** `at`: when the last of them arrived, in nanoseconds of the shared clock. */
export type SinkAnswer = { received: number; at: string }

export type SmtpSink = AsyncDisposable & {
  port: number
  forWorker: WorkerSettings
  /** The number of messages so far. */
  received(): Promise<number>
  /** When this many messages had arrived, in milliseconds of `sharedNowMs`. */
  reached(count: number, withinMs: number): Promise<number>
}

const file = new URL('./smtp-sink-process.ts', import.meta.url)

export async function startSmtpSink(surroundings: Omit<ProcessOptions, 'env'>): Promise<SmtpSink> {
  const process = await startSinkProcess<SinkQuestion, SinkAnswer>(file, 'The SMTP sink', surroundings)
  const { port, ask } = process
  return {
    port,
    forWorker: { POSTHORN_SMTP_URL: `smtp://127.0.0.1:${port}?tls=off` },
    received: async () => (await ask({ count: 0 })).received,
    reached: async (count, withinMs) => toMs(BigInt((await ask({ count }, withinMs)).at)),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  }
}
