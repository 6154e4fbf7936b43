/** A sink in a separate process: it sends its port first, then answers one question at a time. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { endWithUs, inherited, type ProcessOptions, stopChild, whileAlive } from '../child-process.ts'

export type SinkProcess<Question, Answer> = AsyncDisposable & {
  port: number
  ask(question: Question, withinMs?: number): Promise<Answer>
}

const defaultTimeoutMs = 20_000

export async function startSinkProcess<Question extends object, Answer>(
  file: URL,
  name: string,
  { cwd, signal }: Omit<ProcessOptions, 'env'>,
): Promise<SinkProcess<Question, Answer>> {
  const child = fork(file, { cwd, env: inherited() })
  endWithUs(child)
  const nextMessage = async (until: AbortSignal) => (await once(child, 'message', { signal: until }))[0]
  const port = await whileAlive(child, { name, signal, withinMs: defaultTimeoutMs }, nextMessage)
  return {
    port,
    ask: (question, withinMs = defaultTimeoutMs) =>
      whileAlive(child, { name, signal, withinMs }, until => {
        const answer = nextMessage(until)
        child.send(question)
        return answer
      }),
    [Symbol.asyncDispose]: () => stopChild(child),
  }
}
