/** A far side in a process of its own, as the bench sees it: it says its port, and then answers one question at a time. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { endWithUs, inherited, type Surroundings, stopChild, whileAlive } from '../child-process.ts'

export type SinkProcess<Question, Answer> = AsyncDisposable & {
  port: number
  ask(question: Question, withinMs?: number): Promise<Answer>
}

const usuallyWithinMs = 20_000

export async function startSinkProcess<Question extends object, Answer>(
  file: URL,
  name: string,
  { cwd, signal }: Omit<Surroundings, 'env'>,
): Promise<SinkProcess<Question, Answer>> {
  const child = fork(file, { cwd, env: inherited() })
  endWithUs(child)
  const hear = async (until: AbortSignal) => (await once(child, 'message', { signal: until }))[0]
  const port = await whileAlive(child, { name, signal, withinMs: usuallyWithinMs }, hear)
  return {
    port,
    ask: (question, withinMs = usuallyWithinMs) =>
      whileAlive(child, { name, signal, withinMs }, until => {
        const answer = hear(until)
        child.send(question)
        return answer
      }),
    [Symbol.asyncDispose]: () => stopChild(child),
  }
}
