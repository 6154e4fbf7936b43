/** Child processes of the bench: started within a timeout, and stopped with the bench. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type ProcessOptions = { cwd: string; env: Record<string, string>; signal: AbortSignal }
export type Server = AsyncDisposable & { url: string; pid: number }

const startWithinMs = 20_000
const stopWithinMs = 10_000

/** Starts a server that prints its url in a line of JSON. */
export async function startServer(file: URL, surroundings: ProcessOptions, flags: readonly string[] = []) {
  const { output, ...process } = await startProcess(file, surroundings, { flags, until: /^\{.*"url":"(http:[^"]+)"/ })
  return { ...process, url: output } satisfies Server
}

/** Starts a Node process, which is ready when it has printed a certain line. */
export async function startProcess(
  file: URL,
  surroundings: ProcessOptions,
  { flags, until }: { flags: readonly string[]; until: RegExp },
): Promise<AsyncDisposable & { pid: number; output: string }> {
  const command = { path: process.execPath, args: [...flags, fileURLToPath(file)] }
  const { ready, ...rest } = await startProgram(basename(file.pathname), command, surroundings, child =>
    outputOf(child, until),
  )
  return { ...rest, output: ready }
}

/** Starts any program and waits until it is ready. */
export async function startProgram<Ready>(
  name: string,
  { path, args }: { path: string; args: readonly string[] },
  { cwd, env, signal }: ProcessOptions,
  untilReady: (child: ChildProcess, until: AbortSignal) => Promise<Ready>,
): Promise<AsyncDisposable & { pid: number; ready: Ready }> {
  const child = spawn(path, args, { cwd, env: { ...inherited(), ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  endWithUs(child)
  const timeout = { name, signal, withinMs: startWithinMs }
  const ready = await whileAlive(child, timeout, until => untilReady(child, until)).catch(async error => {
    await stopChild(child)
    throw error
  })
  return { ready, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => stopChild(child) }
}

const alive = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** Kills the child if the bench ends unexpectedly. */
export function endWithUs(child: ChildProcess): void {
  alive.add(child)
  child.once('exit', () => alive.delete(child))
}

/** The only variables that a child inherits. NODE_OPTIONS is among them, so `--cpu-prof` applies to every process. */
export const inherited = () => ({ PATH: process.env.PATH ?? '', NODE_OPTIONS: process.env.NODE_OPTIONS ?? '' })

function outputOf({ stdout }: ChildProcess, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!stdout) return reject(new Error('The process has no stdout.'))
    // Keep reading, or the process blocks on a full pipe.
    createInterface({ input: stdout }).on('line', line => {
      const output = until.exec(line)
      if (output) resolve(output[1] ?? output[0])
    })
  })
}

type Timeout = { name: string; signal: AbortSignal; withinMs: number }

/** Returns the result of the work. Throws when the child exits first, at the timeout, or when the bench is stopped. */
export async function whileAlive<T>(
  child: ChildProcess,
  { name, signal, withinMs }: Timeout,
  work: (until: AbortSignal) => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const late = AbortSignal.timeout(withinMs)
  const until = AbortSignal.any([signal, late, done.signal])
  const ended = once(child, 'exit', { signal: until }).then(([code, killedBy]) => {
    throw new Error(`${name} ended with ${code ?? killedBy}.`)
  })
  try {
    return await Promise.race([work(until), ended])
  } catch (error) {
    signal.throwIfAborted()
    throw late.aborted ? new Error(`${name} did not answer within ${withinMs / 1000} s.`) : error
  } finally {
    done.abort()
  }
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const timeout = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  child.kill('SIGTERM')
  await ended
  clearTimeout(timeout)
}
