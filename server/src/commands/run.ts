/** Runs a command of the service: starts it, waits for a signal, stops it, and prints a user's mistake as one line. */
import { readFileSync } from 'node:fs'
import { Fatal } from '#core/fatal.ts'

/** Applies until the settings have been read. */
const defaultStopMs = 9_500

type ServiceOptions = { startedByNpm: boolean; stopWithinMs?: number }

/** `failed` resolves when the service cannot continue: the process exits, and its supervisor restarts it. */
export type Service = AsyncDisposable & { readonly failed?: Promise<Error>; readonly stopWithinMs?: number }

export async function runService(start: () => Promise<Service>, options: ServiceOptions): Promise<void> {
  let stopWithinMs = options.stopWithinMs ?? defaultStopMs
  // Listens before starting, so that a Ctrl-C during the preparation of the database is not lost.
  const told = Promise.race([signalled(), ...(options.startedByNpm ? [orphaned()] : [])])
  // The timeout runs from the signal, not from the end of the start, because the start may hang.
  void told.then(() => {
    endWithin(stopWithinMs)
    if (process.stdout.isTTY) process.stdout.write('Stopping …\n')
  })
  await runCommand(async () => {
    const service = await start()
    stopWithinMs = service.stopWithinMs ?? stopWithinMs
    const failure = await Promise.race([told, ...(service.failed ? [service.failed] : [])])
    if (failure) endWithin(stopWithinMs)
    await service[Symbol.asyncDispose]()
    if (failure) throw failure
  })
  process.exit()
}

const endWithin = (ms: number) => void setTimeout(() => process.exit(1), ms).unref()

/** Ctrl-C arrives from the terminal and again from npm: only the first counts. */
const signalled = (): Promise<void> =>
  new Promise(resolve => {
    const signals = ['SIGINT', 'SIGTERM', ...(ignoresHangup() ? [] : ['SIGHUP'])]
    for (const signal of signals) process.on(signal, () => resolve())
  })

/** A closed terminal stops the service cleanly, unless it runs under nohup. */
function ignoresHangup(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
    return (BigInt(`0x${ignored}`) & 1n) === 1n
  } catch {
    return false
  }
}

/** npm sends SIGTERM to the shell between npm and this process, and the shell exits without passing it on. */
const orphaned = (): Promise<void> =>
  new Promise(resolve => {
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      resolve()
    }, 200)
    watch.unref()
  })

export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(error instanceof Fatal ? `${error.message}\n` : `${describe(error)}\n`)
    process.exitCode = 1
  }
}

export const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
