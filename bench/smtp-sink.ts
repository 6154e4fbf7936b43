/** The process that takes every message, as the bench sees it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { endWithUs, inherited, type Surroundings, stopChild, whileAlive } from './child-process.ts'

export type SinkQuestion = { count: number }
/** `at` is when the last of them came, of the monotonic clock that all processes of a machine share, in nanoseconds. */
export type SinkAnswer = { received: number; at: string }

export type SmtpSink = AsyncDisposable & {
  port: number
  /** How many messages there were so far. */
  received(): Promise<number>
  /** When there were so many, in milliseconds of `sharedNowMs`. */
  reached(count: number, withinMs: number): Promise<number>
}

const startWithinMs = 20_000

export async function startSmtpSink({ cwd, signal }: Omit<Surroundings, 'env'>): Promise<SmtpSink> {
  const child = fork(new URL('./smtp-sink-process.ts', import.meta.url), { cwd, env: inherited() })
  endWithUs(child)
  const name = 'The SMTP sink'
  const hear = async (until: AbortSignal) => (await once(child, 'message', { signal: until }))[0]
  const port = await whileAlive(child, { name, signal, withinMs: startWithinMs }, hear)
  const ask = (count: number, withinMs: number): Promise<SinkAnswer> =>
    whileAlive(child, { name, signal, withinMs }, until => {
      const answer = hear(until)
      child.send({ count } satisfies SinkQuestion)
      return answer
    })
  return {
    port,
    received: async () => (await ask(0, startWithinMs)).received,
    reached: async (count, withinMs) => toMs(BigInt((await ask(count, withinMs)).at)),
    [Symbol.asyncDispose]: () => stopChild(child),
  }
}

const toMs = (nanoseconds: bigint): number => Number(nanoseconds / 1_000n) / 1_000

export const sharedNowMs = (): number => toMs(process.hrtime.bigint())
