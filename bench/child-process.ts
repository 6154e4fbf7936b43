/** Processes of ours that stand beside the bench: waited for within a time, and ended with it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Surroundings = { cwd: string; env: Record<string, string>; signal: AbortSignal }
export type Server = AsyncDisposable & { url: string; pid: number }

const startWithinMs = 20_000
const stopWithinMs = 10_000

/** A server that says on a line of JSON which url it has. */
export async function startServer(file: URL, surroundings: Surroundings, flags: readonly string[] = []) {
  const { said, ...process } = await startProcess(file, surroundings, { flags, until: /^\{.*"url":"(http:[^"]+)"/ })
  return { ...process, url: said } satisfies Server
}

/** A process of Node that is there when it has said a certain line. */
export async function startProcess(
  file: URL,
  surroundings: Surroundings,
  { flags, until }: { flags: readonly string[]; until: RegExp },
): Promise<AsyncDisposable & { pid: number; said: string }> {
  const command = { path: process.execPath, args: [...flags, fileURLToPath(file)] }
  const { ready, ...rest } = await startProgram(basename(file.pathname), command, surroundings, child =>
    saidBy(child, until),
  )
  return { ...rest, said: ready }
}

/** Any program, which is there when what is waited for has come. */
export async function startProgram<Ready>(
  name: string,
  { path, args }: { path: string; args: readonly string[] },
  { cwd, env, signal }: Surroundings,
  untilReady: (child: ChildProcess, until: AbortSignal) => Promise<Ready>,
): Promise<AsyncDisposable & { pid: number; ready: Ready }> {
  const child = spawn(path, args, { cwd, env: { ...inherited(), ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  endWithUs(child)
  const patience = { name, signal, withinMs: startWithinMs }
  const ready = await whileAlive(child, patience, until => untilReady(child, until)).catch(async error => {
    await stopChild(child)
    throw error
  })
  return { ready, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => stopChild(child) }
}

const alive = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL')
})

/** For an end of the bench that nobody foresaw. */
export function endWithUs(child: ChildProcess): void {
  alive.add(child)
  child.once('exit', () => alive.delete(child))
}

/** Nothing else of our environment reaches a child. NODE_OPTIONS does, so that `--cpu-prof` works on all of them. */
export const inherited = () => ({ PATH: process.env.PATH ?? '', NODE_OPTIONS: process.env.NODE_OPTIONS ?? '' })

function saidBy({ stdout }: ChildProcess, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!stdout) return reject(new Error('The process has no stdout.'))
    // Read to its end, or the process would wait at a full pipe.
    createInterface({ input: stdout }).on('line', line => {
      const said = until.exec(line)
      if (said) resolve(said[1] ?? said[0])
    })
  })
}

type Patience = { name: string; signal: AbortSignal; withinMs: number }

/** What the work gives; an error when the child ends first, the time is over, or the bench is being stopped. */
export async function whileAlive<T>(
  child: ChildProcess,
  { name, signal, withinMs }: Patience,
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
  const patience = setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
  child.kill('SIGTERM')
  await ended
  clearTimeout(patience)
}
